/**
 * Events a second from the outbox over confirmed publishing to consumers with inbox, beside Nest's own RMQ client, in one run on one machine. Writing into the outbox goes on meanwhile and
 * is part of it. `npm run bench:messaging [events]`. Needs a build; starts the test servers where they don't run.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { testServers } from '../../tools/checks/test-instances.ts';
import { collected, eventOf, queues } from './catalogue.ts';

const { dataSourceOptions } = await import(`${'../../dist/libs/database/src/index.js'}`);
const { messagingMigration, Outbox } = await import(`${'../../dist/libs/messaging/src/index.js'}`);
const { OutboxSignal } = await import(`${'../../dist/libs/messaging/src/outbox-signal.js'}`);

const total = Number(process.argv[2] ?? 200_000);
/** Events of one transaction of the writer, about what collect gathers under load. */
const GATHERED = 250;
const WRITERS = 4;
const RIVAL_SECONDS = '5';

const { postgres, rabbitmq } = await testServers(console.error);
const superuser = new Client({ connectionString: postgres.url });
await superuser.connect();
const name = `bench_messaging_${process.pid}`;
await superuser.query(`CREATE DATABASE ${name}`);
const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
await onBroker('PUT', `vhosts/${name}`);
const brokerUrl = `${rabbitmq.url}/${name}`;

try {
  const ours = await throughMessaging();
  const one = await rival('1');
  const many = await rival('500');
  console.table([
    { what: 'outbox → confirmed → consumed with inbox', 'events/s': Math.round(ours), 'times Nest': '' },
    {
      what: "Nest's RMQ client, each confirm awaited",
      'events/s': Math.round(one),
      'times Nest': (ours / one).toFixed(1),
    },
    {
      what: "Nest's RMQ client, 500 awaited at a time",
      'events/s': Math.round(many),
      'times Nest': (ours / many).toFixed(1),
    },
  ]);
} finally {
  await superuser.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await superuser.end();
  await onBroker('DELETE', `vhosts/${name}`);
}

async function throughMessaging(): Promise<number> {
  const options = dataSourceOptions({ url: databaseUrl, migrations: [messagingMigration], applicationName: 'bench' });
  const dataSource = await new DataSource(options).initialize();
  await dataSource.runMigrations();
  const signal = new OutboxSignal(dataSource);
  const outbox = new Outbox({ url: brokerUrl, service: 'bench', queues }, signal);
  const worker = start('worker.ts', [databaseUrl, brokerUrl]);
  await message(worker);

  const begin = performance.now();
  let consumed = 0;
  const all = new Promise<void>((resolve) => {
    worker.on('message', (count: number) => {
      consumed += count;
      if (consumed >= next && next >= total) resolve();
    });
  });
  let next = 0;
  const write = async () => {
    while (next < total) {
      const events = Array.from({ length: GATHERED }, () => eventOf(next++));
      await dataSource.transaction((tx) => outbox.addAll(tx, collected, events));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const written = performance.now();
  await all;
  // The handler told of the last batch before its commit.
  while ((await seenEvents(dataSource)) < next);
  const end = performance.now();
  console.log(`${next} events; written after ${seconds(begin, written)} s, consumed after ${seconds(begin, end)} s`);
  worker.kill('SIGKILL');
  signal.onApplicationShutdown();
  await dataSource.destroy();
  return next / ((end - begin) / 1_000);
}

async function seenEvents(dataSource: DataSource): Promise<number> {
  const [{ seen }] = await dataSource.query('SELECT count(*)::int seen FROM inbox');
  return seen;
}

async function rival(width: string): Promise<number> {
  return message(start('rival.ts', [brokerUrl, RIVAL_SECONDS, width]));
}

function start(file: string, args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args, { stdio: 'inherit' });
}

function message(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (value) => resolve(value as number));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

async function onBroker(method: string, path: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${rabbitmq.user}:${rabbitmq.password}`).toString('base64')}`;
  const answer = await fetch(`${rabbitmq.managementUrl}/api/${path}`, { method, headers: { authorization } });
  if (!answer.ok) throw new Error(`the broker answered ${answer.status} to ${method} ${path}`);
}

function seconds(from: number, to: number): string {
  return ((to - from) / 1_000).toFixed(1);
}
