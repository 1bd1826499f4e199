import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Brings the service's database up to date by its own door. */
export async function migrate(environment: Record<string, string>): Promise<void> {
  await promisify(execFile)(process.execPath, ['dist/apps/optout/src/migrate.js'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH, ...environment },
  });
}
