import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { type DatabaseOptions, dataSourceOptions } from './data-source-options.js';
import { isUnavailable } from './errors.js';
import { underMigrationLock } from './migrate.js';

/**
 * Resolves when none of the migrations is left to be done, however long that takes: somebody else does them. A server that can't be reached yet is waited for too; what else goes wrong, such as
 * a wrong password, rejects. Migrations that the database has beyond these do no harm.
 */
export async function migrationsDone(options: DatabaseOptions, { pollMs = 1_000 } = {}): Promise<void> {
  while (!(await areDone(options))) await pause(pollMs);
}

async function areDone(options: DatabaseOptions): Promise<boolean> {
  const dataSource = new DataSource(dataSourceOptions({ ...options, poolSize: 2 }));
  try {
    await dataSource.initialize();
    // Under the lock: looking makes the table of migrations, which whoever migrates makes too.
    return await underMigrationLock(dataSource, async () => !(await dataSource.showMigrations()));
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
