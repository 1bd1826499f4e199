/**
 * A migrated database in some 50 ms: migrations run once into a template that is named after their content, each test file gets a copy.
 */
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { type DatabaseOptions, dataSourceOptions, migrate } from '#database';
import { servers, uniqueName } from './servers.js';

type Migration = new () => MigrationInterface;

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  /** Drops the database, whoever is still connected. */
  close: () => Promise<void>;
}

export async function testDatabase(
  options: { migrations: Migration[] } & Pick<DatabaseOptions, 'entities' | 'poolSize'> = { migrations: [] },
): Promise<TestDatabase> {
  const { postgres } = await servers();
  const name = uniqueName('test');
  const template = await asSuperuser(postgres.url, async (client) => {
    const made = await ensureTemplate(client, postgres.url, options.migrations);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${made}`);
    return made;
  });
  const url = urlOf(postgres.url, name);
  const { entities, poolSize } = options;
  const dataSource = await new DataSource(
    dataSourceOptions({ url, entities, poolSize, applicationName: template }),
  ).initialize();
  return {
    url,
    dataSource,
    close: async () => {
      await dataSource.destroy();
      await asSuperuser(postgres.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

async function ensureTemplate(client: Client, url: string, migrations: Migration[]): Promise<string> {
  const content = createHash('sha256').update(migrations.join('\n'));
  const name = `template_${content.digest('hex').slice(0, 16)}`;
  // Test files start side by side: one makes the template, the others wait for it.
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
  try {
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rows.length > 0) return name;
    const draft = uniqueName('draft');
    await client.query(`CREATE DATABASE ${draft} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
    await migrate({ url: urlOf(url, draft), migrations, applicationName: 'template' });
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    return name;
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [name]);
  }
}

async function asSuperuser<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
}
