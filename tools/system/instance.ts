/**
 * What a system's folder remembers in `system.json`: ports and the admin token, which stay the same from one start to the next, and the processes, noted the moment they are started.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type OwnProcess } from '../servers/processes.ts';

export interface Running {
  process: OwnProcess;
  port: number;
  /** What it was started with; another one now means that it has to be started again. */
  stamp: string;
}

export interface Instance {
  adminToken: string;
  /** Doors by name. */
  processes: Record<string, Running>;
  ports: Record<string, number>;
}

export function readInstance(dir: string): Instance {
  try {
    return JSON.parse(readFileSync(file(dir), 'utf8')) as Instance;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { adminToken: `hd_adm_${randomBytes(24).toString('base64url')}`, processes: {}, ports: {} };
  }
}

export function writeInstance(dir: string, instance: Instance): void {
  mkdirSync(dir, { recursive: true });
  const draft = `${file(dir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(instance, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file(dir));
}

export function runs(running: Running | undefined): running is Running {
  return running !== undefined && isRunning(running.process);
}

export const logFile = (dir: string, name: string) => join(dir, 'logs', `${name}.log`);

const file = (dir: string) => join(dir, 'system.json');
