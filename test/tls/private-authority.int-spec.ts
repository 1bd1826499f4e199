/** PostgreSQL, RabbitMQ and S3 by TLS, with certificates of an authority that Node doesn't know by itself. Needs a build. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, type ServiceProcesses, serviceProcesses } from '#testing';
import { type Authority, authority, type TlsFront, tlsFront } from './tls-front.js';

let optout: ServiceProcesses;
let ca: Authority;
/** Where the servers are when they are reached by TLS. */
let encrypted: Record<string, string>;
const fronts: TlsFront[] = [];

async function behindTls(address: string, protocol: string): Promise<string> {
  const url = new URL(address);
  const front = await tlsFront(url, ca);
  fronts.push(front);
  const user = url.username && `${url.username}:${url.password}@`;
  return `${protocol}://${user}localhost:${front.port}${url.pathname === '/' ? '' : url.pathname}`;
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, address] = /listening at (http:[^"]*)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('it ended before it listened');
}

beforeAll(async () => {
  [optout, ca] = await Promise.all([serviceProcesses('optout'), authority()]);
  const endpoint = await behindTls(optout.storage.s3Endpoint, 'https');
  encrypted = {
    HEED_DATABASE_URL: await behindTls(optout.database.url, 'postgres'),
    HEED_AMQP_URL: await behindTls(optout.broker.url, 'amqps'),
    HEED_S3_ENDPOINT: endpoint,
    HEED_S3_PUBLIC_URL: endpoint,
  };
});

afterAll(async () => {
  await optout?.close();
  for (const front of fronts) front.close();
});

it('a certificate of an unknown authority is refused', async () => {
  const migration = optout.start('migrate', { ...encrypted, PGSSLMODE: 'verify-full' });
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
    ...encrypted,
    ...mode,
    NODE_EXTRA_CA_CERTS: ca.file,
    HEED_DATABASE_URL: `${encrypted.HEED_DATABASE_URL}${query}`,
  };
  expect((await once(optout.start('migrate', trusting), 'exit'))[0]).toBe(0);
  const address = await addressOf(optout.start(name, trusting));
  await eventually(async () => {
    const response = await fetch(`${address}/health/ready`);
    expect([response.status, await response.json()]).toEqual([200, expect.anything()]);
  });
});
