/** containers/postgres/backup.sh, which Compose and Kubernetes run beside the server, against a server that is killed and loses its data. */
import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { eventually, type PrivateServer, privatePostgres } from '#testing';
import { repository } from '../system/build.ts';
import { accountOf } from './accounts.ts';

const run = promisify(execFile);
const script = join(repository, 'containers/postgres/backup.sh');
const account = accountOf('postgres');
// Each starts a server three times.
jest.setTimeout(180_000);
const patience = { timeoutMs: 40_000, everyMs: 200 };

let server: PrivateServer;
let backup: string;
let data: string;
let environment: NodeJS.ProcessEnv;
let receivers: number[];

beforeEach(async () => {
  server = await privatePostgres();
  receivers = [];
  backup = mkdtempSync(join(tmpdir(), 'heed-backup-'));
  if (account) chownSync(backup, account.uid, account.gid);
  data = (await sql('SHOW data_directory')).data_directory;
  const { setting: bin } = await sql("SELECT setting FROM pg_config() WHERE name = 'BINDIR'");
  const { hostname, port, username, password } = new URL(server.url);
  environment = {
    PATH: `${bin}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    BACKUP: backup,
    BACKUP_KEEP: '1',
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATA: data,
  };
  await sql('CREATE TABLE kept (n integer)');
});

afterEach(async () => {
  for (const receiver of receivers) stop(receiver);
  await server.close();
  rmSync(backup, { recursive: true });
});

async function sql(text: string) {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

const insert = (n: number) => sql(`INSERT INTO kept VALUES (${n})`);
const kept = async () => (await sql('SELECT array_agg(n ORDER BY n) AS all FROM kept')).all;
const perform = (...args: string[]) => run(script, args, { env: environment, ...account });

/** @returns the number of its group of processes */
function receive(): number {
  const child = spawn(script, ['run'], { env: environment, stdio: 'ignore', detached: true, ...account });
  child.unref();
  receivers.push(child.pid!);
  return child.pid!;
}

function stop(receiver: number): void {
  try {
    process.kill(-receiver, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

const chains = () => readdirSync(backup).filter((name) => name.startsWith('heed_'));
const bases = () => chains().flatMap((chain) => readdirSync(join(backup, chain)).filter((name) => /^2/.test(name)));
const isBackedUp = () => eventually(() => perform('check'), patience);
/** What was committed is there, as the receiver has told. */
const isReceived = () =>
  eventually(async () => {
    const { done } = await sql(
      'SELECT bool_and(restart_lsn >= pg_current_wal_lsn()) AS done FROM pg_replication_slots',
    );
    expect(done).toBe(true);
  }, patience);

async function loseAll(): Promise<void> {
  await server.kill();
  for (const receiver of receivers) stop(receiver);
  rmSync(data, { recursive: true });
}

it('brings back all that was received, whatever was killed', async () => {
  const first = receive();
  await isBackedUp();
  const [old] = bases();
  await perform('base');
  expect(bases()).toHaveLength(1);
  expect(bases()).not.toContain(old);
  await insert(1);
  stop(first);
  await insert(2);
  receive();
  await insert(3);
  await isReceived();
  await loseAll();
  await perform('restore');
  await server.start();
  expect(await kept()).toEqual([1, 2, 3]);
});

it('goes back to a time, and begins again from there', async () => {
  receive();
  await isBackedUp();
  await insert(1);
  const { now } = await sql('SELECT now()');
  await insert(2);
  await isReceived();
  await loseAll();
  await perform('restore', now.toISOString());
  await server.start();
  expect(await kept()).toEqual([1]);
  const [before] = chains();
  receive();
  // BACKUP_KEEP is 1.
  await eventually(() => expect(chains()).not.toContain(before), patience);
  await insert(3);
  await isReceived();
  await loseAll();
  await perform('restore');
  await server.start();
  expect(await kept()).toEqual([1, 3]);
});

it('begins a new chain with a base backup of its own when the server had to let go of WAL', async () => {
  const first = receive();
  await isBackedUp();
  const [before] = chains();
  stop(first);
  await sql(`SELECT pg_drop_replication_slot('${before}')`);
  await insert(1);
  receive();
  await eventually(() => expect(chains()).not.toContain(before), patience);
  await insert(2);
  await isReceived();
  await loseAll();
  await perform('restore');
  await server.start();
  expect(await kept()).toEqual([1, 2]);
});
