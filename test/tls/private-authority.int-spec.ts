/** PostgreSQL, RabbitMQ and S3 by TLS, with certificates of an authority that Node doesn't know by itself. Needs a build. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  eventually,
  type TestBroker,
  type TestDatabase,
  type TestStorage,
  testBroker,
  testDatabase,
  testStorage,
} from '#testing';
import { type Authority, authority, type TlsFront, tlsFront } from './tls-front.js';

let database: TestDatabase;
let broker: TestBroker;
let s3: TestStorage;
let ca: Authority;
let environment: Record<string, string>;
const fronts: TlsFront[] = [];
const doors: ChildProcess[] = [];

async function behindTls(address: string, protocol: string): Promise<string> {
  const url = new URL(address);
  const front = await tlsFront(url, ca);
  fronts.push(front);
  const user = url.username && `${url.username}:${url.password}@`;
  return `${protocol}://${user}localhost:${front.port}${url.pathname === '/' ? '' : url.pathname}`;
}

function door(name: 'worker' | 'main' | 'migrate', env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [`dist/apps/optout/src/${name}.js`], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  doors.push(child);
  return child;
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, address] = /listening at (http:[^"]*)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('it ended before it listened');
}

beforeAll(async () => {
  [database, broker, s3, ca] = await Promise.all([testDatabase(), testBroker(), testStorage(), authority()]);
  const endpoint = await behindTls(s3.s3Endpoint, 'https');
  environment = {
    PATH: process.env.PATH!,
    HEED_PORT: '0',
    HEED_DATABASE_URL: await behindTls(database.url, 'postgres'),
    HEED_AMQP_URL: await behindTls(broker.url, 'amqps'),
    HEED_DOCS_URL: 'http://docs.example',
    HEED_ADMIN_TOKENS: 'tests:0123456789abcdef',
    HEED_S3_ENDPOINT: endpoint,
    HEED_S3_PUBLIC_URL: endpoint,
    HEED_S3_REGION: s3.s3Region,
    HEED_S3_BUCKET: s3.s3Bucket,
    HEED_S3_ACCESS_KEY: s3.s3AccessKey,
    HEED_S3_SECRET_KEY: s3.s3SecretKey,
  };
});

afterAll(async () => {
  for (const one of doors) one.kill('SIGKILL');
  for (const front of fronts) front.close();
  await database?.close();
  await broker?.close();
  await s3?.close();
});

it('a certificate of an unknown authority is refused', async () => {
  const migration = door('migrate', { PGSSLMODE: 'verify-full' });
  let said = '';
  for (const stream of [migration.stdout!, migration.stderr!]) stream.on('data', (text) => (said += text));
  const [code] = await once(migration, 'close');
  expect(code).not.toBe(0);
  expect(said).toMatch(/unable to verify|self-signed certificate/);
});

it.each([
  ['main', '?sslmode=verify-full', {}],
  ['worker', '', { PGSSLMODE: 'verify-full' }],
] as const)('%s reaches all of its servers when it knows the authority', async (name, query, mode) => {
  const trusting = {
    ...mode,
    NODE_EXTRA_CA_CERTS: ca.file,
    HEED_DATABASE_URL: `${environment.HEED_DATABASE_URL}${query}`,
  };
  expect((await once(door('migrate', trusting), 'exit'))[0]).toBe(0);
  const address = await addressOf(door(name, trusting));
  await eventually(async () => {
    const response = await fetch(`${address}/health/ready`);
    expect([response.status, await response.json()]).toEqual([200, expect.anything()]);
  });
});
