/**
 * A database and a role for each service. A role may connect to its own database and to no other, `postgres` and `template1` included.
 * Passwords are derived from the superuser's, so nothing has to be kept, and running this again changes nothing.
 */
import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import type { PostgresAddress } from './postgres.ts';

export const serviceNames = ['deploy', 'optout', 'collect', 'mailer'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Gives the URL with which each service opens its database. Databases and roles are named as the services, after `prefix`. */
export async function createServiceDatabases(
  server: PostgresAddress,
  prefix = '',
): Promise<Record<ServiceName, string>> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query('REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC');
    const urls: Partial<Record<ServiceName, string>> = {};
    for (const name of serviceNames) urls[name] = await createDatabase(client, server, `${prefix}${name}`);
    return urls as Record<ServiceName, string>;
  } finally {
    await client.end();
  }
}

async function createDatabase(client: Client, server: PostgresAddress, name: string): Promise<string> {
  const password = createHmac('sha256', server.password).update(name).digest('hex').slice(0, 32);
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (rows.length === 0) await client.query(`CREATE ROLE ${name} LOGIN`);
  await client.query(
    `ALTER ROLE ${name} WITH LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD '${password}'`,
  );
  const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  // Rows must come in the same order on every machine, so nothing is left to the template's collation.
  if (existing.rows.length === 0)
    await client.query(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  return `postgres://${name}:${password}@${server.host}:${server.port}/${name}`;
}

/** Removes the databases and roles of that prefix, whoever is still connected. */
export async function removeServiceDatabases(server: PostgresAddress, prefix: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    for (const name of serviceNames) {
      await client.query(`DROP DATABASE IF EXISTS ${prefix}${name} WITH (FORCE)`);
      await client.query(`DROP ROLE IF EXISTS ${prefix}${name}`);
    }
  } finally {
    await client.end();
  }
}
