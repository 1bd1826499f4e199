/** The servers and systems that tests start, all below `.heed/test`. */
import { globSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeServers, startServers, status } from '../servers/index.ts';
import { stopDoors } from '../system/system.ts';

const ROOT = '.heed/test';

/** What integration tests find running: all servers, and both kinds of S3 for the storage's contract. */
export async function startTestServers(report?: (line: string) => void): Promise<void> {
  const instance = { dir: ROOT, throwAway: true, ...(report && { report }) };
  await startServers({ ...instance, postgres: true, rabbitmq: true, s3: 'any' });
  await startServers({ ...instance, s3: 'radosgw' });
}

export function testServersRun(): boolean {
  return status(ROOT).some(({ running }) => running);
}

/** Everything that tests have left behind, also those that were killed; data included. */
export async function removeTestInstances(): Promise<void> {
  const systems = globSync(`${ROOT}/**/system.json`).map(dirname);
  await Promise.all(systems.map((dir) => stopDoors(dir)));
  const instances = globSync(`${ROOT}/**/servers.json`).map(dirname);
  await Promise.all(instances.map((dir) => removeServers(dir)));
  rmSync(ROOT, { recursive: true, force: true });
}
