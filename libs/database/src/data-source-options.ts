import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import type { Client, ClientBase } from 'pg';
import type { DataSourceOptions } from 'typeorm';

export interface DatabaseOptions {
  url: string;
  /** Most connections of this process. */
  poolSize?: number;
  entities?: Extract<DataSourceOptions['entities'], unknown[]>;
  migrations?: Extract<DataSourceOptions['migrations'], unknown[]>;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** A server that sends nothing for so long while it is asked something is taken for lost. Default: as the system has it, for it may be at work for hours. */
  silenceMs?: number;
}

/** Longest wait for a free connection; after it the request is answered 503 instead of queueing for ever. */
const ACQUIRE_TIMEOUT_MS = 5_000;

/** A transaction in which nothing happens for longer is that of a process that hangs. One may wait until a file is made that another one reads, and no file takes so long. */
const HANGING_AFTER_MS = 1_800_000;
/** The other end is taken for lost when it has been silent for a minute and then doesn't answer six probes: the client's by the server, and the server by the client as the system has it. */
const PROBED_AFTER_SECONDS = 60;
const PROBED_EVERY_SECONDS = 10;
const MOST_PROBES = 6;

/** What the server ends by itself gives its locks free. Without these a lost host would keep them for two hours, and a process that hangs for ever. */
const SESSION = `
  SET idle_in_transaction_session_timeout = ${HANGING_AFTER_MS};
  SET tcp_keepalives_idle = ${PROBED_AFTER_SECONDS};
  SET tcp_keepalives_interval = ${PROBED_EVERY_SECONDS};
  SET tcp_keepalives_count = ${MOST_PROBES}`;

export function dataSourceOptions({
  url,
  poolSize = 10,
  entities = [],
  migrations = [],
  applicationName,
  silenceMs,
}: DatabaseOptions) {
  return {
    type: 'postgres',
    url,
    entities,
    migrations,
    migrationsTableName: 'migration',
    applicationName,
    poolSize,
    connectTimeoutMS: ACQUIRE_TIMEOUT_MS,
    extra: {
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBED_AFTER_SECONDS * 1_000,
      // The pool waits for it.
      onConnect: async (connection: ClientBase) => {
        surviveItsLoss(connection);
        if (silenceMs !== undefined) endWhenSilent(connection, silenceMs);
        await connection.query(SESSION);
      },
    },
    // Without a listener the restart of the server would end this process.
    poolErrorHandler: (error: Error) => new Logger('Database').warn(`idle connection lost: ${error.message}`),
  } satisfies DataSourceOptions;
}

/**
 * Between the pool, which stops listening to a connection that it hands out, and TypeORM, which starts a few turns later, nobody listens: a server that shuts down in that moment would end
 * this process. The query that wanted the connection fails, and that is told.
 *
 * After a FATAL error the server hangs up (PostgreSQL, Protocol Flow), but that may be read only after the failed query has given the connection back: it is ended at once, so that the pool
 * hands it to nobody else.
 */
function surviveItsLoss(connection: ClientBase): void {
  connection.on('error', () => {});
  const { connection: wire } = connection as unknown as { connection: EventEmitter };
  wire.on('errorMessage', ({ severity }: { severity?: string }) => {
    if (severity === 'FATAL') void (connection as Client).end().catch(() => {});
  });
}

/** A server whose host is gone doesn't hang up, and as long as something sent is unconfirmed nobody probes it: the system sends it again, for up to a quarter of an hour. */
function endWhenSilent(connection: ClientBase, silenceMs: number): void {
  const client = connection as unknown as { connection: { stream: Socket }; readyForQuery: boolean };
  const { stream } = client.connection;
  stream.setTimeout(silenceMs).on('timeout', () => {
    if (client.readyForQuery) return;
    stream.destroy(Object.assign(new Error(`the server was silent for ${silenceMs} ms`), { code: 'ETIMEDOUT' }));
  });
}
