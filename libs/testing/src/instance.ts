import { fileURLToPath } from 'node:url';

export const testDir = fileURLToPath(new URL('../../../.heed/test', import.meta.url));

/** The instance that all tests share. Silent: Jest's own output tells enough once the servers run. */
export const testInstance = { dir: testDir, throwAway: true, report: () => {} };
