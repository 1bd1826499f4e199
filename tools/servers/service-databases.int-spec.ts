import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type PrivateServer, privatePostgres } from '#testing';
import { createServiceDatabases, type ServiceName, serviceNames } from './index.ts';

describe('the databases of the services', () => {
  let server: PrivateServer;
  let urls: Record<ServiceName, string>;

  beforeAll(async () => {
    server = await privatePostgres();
    urls = await createServiceDatabases(addressOf(server.url));
  });

  afterAll(() => server.close());

  it.each(serviceNames)('%s can do what it likes in its own', async (service) => {
    await query(urls[service], 'CREATE TABLE thing (id int); INSERT INTO thing VALUES (1); DROP TABLE thing');
  });

  const others = serviceNames.flatMap((role) =>
    [...serviceNames, 'postgres', 'template1'].filter((name) => name !== role).map((database) => ({ role, database })),
  );

  it.each(others)('$role cannot open $database', async ({ role, database }) => {
    const url = Object.assign(new URL(urls[role]), { pathname: `/${database}` }).href;
    await expect(query(url, 'SELECT 1')).rejects.toMatchObject({ code: '42501' });
  });

  it.each(serviceNames)('%s cannot make itself more than it is', async (service) => {
    for (const sql of ['CREATE DATABASE mine', 'CREATE ROLE mine', `ALTER ROLE ${service} SUPERUSER`]) {
      await expect(query(urls[service], sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('are the same when they are asked for again', async () => {
    await query(urls.deploy, 'CREATE TABLE kept (id int)');
    expect(await createServiceDatabases(addressOf(server.url))).toEqual(urls);
    await query(urls.deploy, 'SELECT * FROM kept');
  });
});

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => {});
  }
}

function addressOf(url: string) {
  const { hostname, port, username, password } = new URL(url);
  return { host: hostname, port: Number(port), user: username, password, url };
}
