/** The servers and systems that tests start, all below `.heed/test`. */
import { globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { possibleS3Kinds, removeServers, type S3Kind, startServers, status } from '../servers/index.ts';
import { stopDoors } from '../system/system.ts';
import { abandoned } from './owners.ts';

export const testDir = fileURLToPath(new URL('../../.heed/test', import.meta.url));

export const s3Kinds = possibleS3Kinds();

type Report = (line: string) => void;

/** The shared servers; silent, since Jest's own output tells enough once they run. */
export function testServers(report: Report = () => {}) {
  return startServers({ dir: testDir, postgres: true, rabbitmq: true, s3: 'any', throwAway: true, report });
}

export async function testS3(s3: S3Kind, report: Report = () => {}) {
  return (await startServers({ dir: testDir, s3, throwAway: true, report })).s3;
}

/** All that integration tests may ask for. */
export async function startTestServers(report: Report = console.error): Promise<void> {
  await Promise.all(abandoned(testDir).map(removeInstance));
  await testServers(report);
  for (const kind of s3Kinds) await testS3(kind, report);
}

export function testServersRun(): boolean {
  return status(testDir).some(({ running }) => running);
}

/** Ends everything that tests have left behind, also those that were killed, and removes its data. */
export async function removeTestInstances(): Promise<void> {
  const owned = globSync(join(testDir, '**', 'owner.json')).map(dirname);
  await Promise.all(owned.map(removeInstance));
  await removeServers(testDir);
  rmSync(testDir, { recursive: true, force: true });
}

/** A whole system, or private servers; what they had in the shared servers goes with those. */
async function removeInstance(dir: string): Promise<void> {
  await stopDoors(dir);
  await removeServers(dir);
  rmSync(dir, { recursive: true, force: true });
}
