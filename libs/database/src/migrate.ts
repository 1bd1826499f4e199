import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, QueryFailedError } from 'typeorm';
import { type DatabaseOptions, dataSourceOptions } from './data-source-options.js';

/** Of all migrating processes of one database one works at a time; the others wait, and find nothing left to do. */
const MIGRATION_LOCK = 4_733_001;

/** Nobody waits for an answer here, so a server that has just started and is busy may take its time. */
const CONNECT_TIMEOUT_MS = 60_000;

/** Everybody who wants a table queues up behind a change of it that waits for those who read. So it waits no longer, lets them pass, and comes again; altogether for longer than any download takes. */
const LOCK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 2_000;
const MOST_TRIES = 900;

const LOCK_NOT_AVAILABLE = '55P03';

/** Brings the database up to date; each migration is one transaction. */
export async function migrate(
  options: DatabaseOptions,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  const dataSource = await new DataSource({
    ...dataSourceOptions({ ...options, poolSize: 2 }),
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  }).initialize();
  try {
    await underMigrationLock(dataSource, async () => {
      // The other of the two connections: this one's alone to use, as the first holds the lock.
      await dataSource.query(`SELECT set_config('lock_timeout', $1, false)`, [`${lockTimeoutMs}ms`]);
      for (let tries = 1; !(await migrated(dataSource, tries)); tries++) await pause(pauseMs);
    });
  } finally {
    await dataSource.destroy();
  }
}

async function migrated(dataSource: DataSource, tries: number): Promise<boolean> {
  try {
    await dataSource.runMigrations({ transaction: 'each' });
    return true;
  } catch (error) {
    const waited = error instanceof QueryFailedError && error.driverError.code === LOCK_NOT_AVAILABLE;
    if (!waited || tries === MOST_TRIES) throw error;
    return false;
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
