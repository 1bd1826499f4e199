/** PostgreSQL 15 or later: the machine's, else Debian's. TCP on loopback only, passwords by SCRAM, ICU and UTF-8. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { accountOf } from './accounts.ts';
import { samePorts } from './ports.ts';
import { identify, isRunning, startProcess, untilReady } from './processes.ts';
import type { Launch, ServerKind } from './server-kind.ts';

const run = promisify(execFile);

export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  /** Of the superuser, to the database `postgres`. */
  url: string;
}

export const postgres: ServerKind = {
  title: 'PostgreSQL',
  requirement: {
    title: 'PostgreSQL 15 or later',
    packages: ['postgresql'],
    units: ['postgresql.service'],
    isMet: () => binFolder() !== undefined,
  },
  stopSignal: 'SIGINT',
  start,
};

async function start({ folder, before, throwAway, remember }: Launch) {
  const bin = binFolder() as string;
  const account = accountOf('postgres');
  const home = folder(account);
  const data = join(home, 'data');
  const user = 'heed';
  const password = String(before.password ?? randomBytes(16).toString('hex'));
  const as = { cwd: home, env: { LANG: 'C.UTF-8' }, ...account };
  const logFile = join(home, 'postgres.log');
  if (!existsSync(join(data, 'PG_VERSION'))) {
    rmSync(data, { recursive: true, force: true });
    const passwordFile = join(home, 'password');
    writeFileSync(passwordFile, password, { mode: 0o644 });
    const options = [
      '-D',
      data,
      '-U',
      user,
      '--pwfile',
      passwordFile,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ];
    await run(join(bin, 'initdb'), throwAway ? [...options, '--no-sync'] : options, as);
    rmSync(passwordFile);
  }
  const [port] = (await samePorts([before.port as number | undefined])) as [number];
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    log_line_prefix: '%m %q%a@%d ',
    ...(throwAway && { fsync: 'off', full_page_writes: 'off', autovacuum_naptime: '10s' }),
  };
  forgetTheDead(join(data, 'postmaster.pid'));
  const own = await startProcess({
    command: join(bin, 'postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: home,
    logFile,
    account,
  });
  const address = {
    host: '127.0.0.1',
    port,
    user,
    password,
    url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
  };
  remember([own], address);
  await untilReady('PostgreSQL', own, logFile, 60_000, () => answers(address.url));
  return address;
}

/** A killed server's pid may still stand in the process table, unreaped (containers often have no real init): PostgreSQL takes it for alive. */
function forgetTheDead(pidFile: string): void {
  if (existsSync(pidFile) && !isRunning(identify(Number.parseInt(readFileSync(pidFile, 'utf8'), 10)))) rmSync(pidFile);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Where the newest suitable server's programs are. */
function binFolder(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'postgres'));
  return [...globSync('/usr/lib/postgresql/*/bin/postgres'), ...onPath]
    .filter((program) => existsSync(program))
    .map((program) => dirname(realpathSync(program)))
    .map((bin) => ({ bin, version: majorVersion(bin) }))
    .filter(({ bin, version }) => version >= 15 && existsSync(join(bin, 'initdb')))
    .sort((a, b) => b.version - a.version)[0]?.bin;
}

function majorVersion(bin: string): number {
  const sample = join(bin, '../share/postgresql.conf.sample');
  const fromPath = /postgresql\/(\d+)\/bin$/.exec(bin)?.[1];
  return Number(
    fromPath ?? (existsSync(sample) ? readFileSync(sample, 'utf8').match(/PostgreSQL (\d+)/)?.[1] : 0) ?? 0,
  );
}
