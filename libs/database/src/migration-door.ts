import type { DatabaseOptions } from './data-source-options.js';
import { migrate } from './migrate.js';
import { migrationsDone } from './migrations-done.js';

/** What a service's `migrate.js` does: brings its database up to date, or with `--wait` only waits until that has been done. */
export async function migrationDoor(options: DatabaseOptions, args: readonly string[] = process.argv): Promise<void> {
  if (args.includes('--wait')) await migrationsDone(options);
  else await migrate(options);
}
