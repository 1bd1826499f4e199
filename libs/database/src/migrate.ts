import { DataSource } from 'typeorm';
import { type DatabaseOptions, dataSourceOptions } from './data-source-options.js';

/** Of all migrating processes of one database one works at a time; the others wait, and find nothing left to do. */
const MIGRATION_LOCK = 4_733_001;

/** Nobody waits for an answer here, so a server that has just started and is busy may take its time. */
const CONNECT_TIMEOUT_MS = 60_000;

/** Brings the database up to date; each migration is one transaction. @returns the names of those that were run. */
export async function migrate(options: DatabaseOptions): Promise<string[]> {
  const dataSource = await new DataSource({
    ...dataSourceOptions({ ...options, poolSize: 2 }),
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  }).initialize();
  try {
    const done = await underMigrationLock(dataSource, () => dataSource.runMigrations({ transaction: 'each' }));
    return done.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

/** Runs `work`, alone of all processes that come here with the same database. */
export async function underMigrationLock<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await lock.release();
  }
}
