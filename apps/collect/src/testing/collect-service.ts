import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mintCredential } from '#auth';
import type { AccessChanged, OptoutCollected, OptoutListChanged } from '#contracts';
import { createApp } from '#http';
import { AmqpTransport } from '#messaging';
import { doorConfig, testBroker, testDatabase } from '#testing';
import { AppModule } from '../app.module.js';
import { collectMigrations } from '../database/data-source.js';
import { DirectoryRepository } from '../directory/directory.repository.js';
import { collectErrorFormat } from '../opt-out-links/error-format.js';
import { WorkerModule } from '../worker.module.js';

export const adminToken = 'test-admin-token-0123456789';

/** Both doors of the service on real servers of its own. */
export async function collectService({ worker = false, intakeWaiting = 10_000 } = {}) {
  const [database, broker] = await Promise.all([testDatabase({ migrations: collectMigrations }), testBroker()]);
  const config = {
    ...doorConfig,
    adminTokens: [`tests:${adminToken}`],
    databaseUrl: database.url,
    databasePool: 8,
    amqpUrl: broker.url,
    intakeWaiting,
  };
  const errorFormat = collectErrorFormat(config.docsUrl);
  const app = await createApp({ name: 'collect', module: AppModule.with(config), config, errorFormat });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const workerApp = worker ? await startWorker() : undefined;

  async function startWorker(): Promise<NestFastifyApplication> {
    const one = await createApp({ name: 'collect-worker', module: WorkerModule.with(config), config, errorFormat });
    one.connectMicroservice({ strategy: one.get(AmqpTransport, { strict: false }) }, { inheritAppConfig: false });
    await one.startAllMicroservices();
    await one.init();
    return one;
  }

  const directory = app.get(DirectoryRepository, { strict: false });

  return {
    app,
    worker: workerApp,
    database: database.dataSource,
    urls: { amqpUrl: broker.url, databaseUrl: database.url },
    call: (method: 'GET' | 'PUT' | 'POST' | 'POST' | 'DELETE' | 'HEAD', url: string, payload?: string, headers = {}) =>
      app.inject({ method, url, headers, ...(payload !== undefined && { payload }) }),
    admin: async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
      const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
      const payload = body && JSON.stringify(body);
      const answer = await app.inject({ method, url: `/admin/v1${path}`, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, body: answer.body && answer.json() };
    },
    know: (lists: Partial<OptoutListChanged>[], users: Partial<AccessChanged>[] = []) =>
      database.dataSource.transaction(async (tx) => {
        await directory.saveLists(tx, lists.map(aList));
        await directory.saveUsers(tx, users.map(aUser));
        await tx.query('UPDATE directory SET complete = true');
      }),
    /** What lies in the outbox, oldest first. */
    collected: async (): Promise<OptoutCollected[]> => {
      const rows: { data: OptoutCollected }[] = await database.dataSource.query(
        `SELECT body::json -> 'data' AS data FROM outbox WHERE type = 'optout-collected' ORDER BY position`,
      );
      return rows.map(({ data }) => data);
    },
    close: async () => {
      await workerApp?.close();
      await app.close();
      await Promise.all([database.close(), broker.close()]);
    },
  };
}

export type CollectService = Awaited<ReturnType<typeof collectService>>;

export function aList(list: Partial<OptoutListChanged> = {}): OptoutListChanged {
  return {
    version: 1,
    optoutListId: 'a3f29c0d4be81755',
    name: 'Newsletter',
    channel: 'email',
    storage: 'plain',
    kind: 'standard',
    enabled: true,
    deleted: false,
    isGlobal: false,
    ...list,
  };
}

export function aUser(user: Partial<AccessChanged> = {}): AccessChanged {
  return { version: 1, userId: 'u-1', name: 'operations', deleted: false, optoutListIds: [], tokens: [], ...user };
}

/** A token, and how the event of its user tells of it. */
export function aToken({ revoked = false } = {}) {
  const { token, id, hash } = mintCredential('hd_tok');
  return { token, told: { id, hash, revoked } };
}
