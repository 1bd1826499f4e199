/**
 * What an instance has: `<dir>/servers.json`, readable by its owner alone. It is written the moment a process is started, so nothing
 * that we start is ever forgotten, and read and written in one breath, so that servers that start side by side don't overwrite each other.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isRunning, type OwnProcess } from './processes.ts';

export interface Entry {
  /** The server first, then what it needs beside it. */
  processes: OwnProcess[];
  /** Ports, credentials: what the server's next start needs to know again. */
  address: Record<string, string | number>;
  /** Its data is worth nothing: it is stopped by SIGKILL. */
  throwAway: boolean;
}

export type State = Record<string, Entry>;

export function readState(dir: string): State {
  try {
    return JSON.parse(readFileSync(stateFile(dir), 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

export function writeEntry(dir: string, server: string, entry: Entry): void {
  mkdirSync(dir, { recursive: true });
  const temporary = `${stateFile(dir)}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ ...readState(dir), [server]: entry }, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, stateFile(dir));
}

/** One starter at a time, also across processes; a lock whose holder has died counts for nothing. */
export async function locked<T>(dir: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dir, { recursive: true });
  const lock = join(dir, 'lock');
  const mine = `${lock}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(mine, JSON.stringify(identify(process.pid)));
  try {
    while (!tryLink(mine, lock)) {
      if (!holderLives(lock)) rmSync(lock, { force: true });
      else await sleep(100);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderLives(lock: string): boolean {
  try {
    return isRunning(JSON.parse(readFileSync(lock, 'utf8')) as OwnProcess);
  } catch {
    // Let go between our two looks.
    return false;
  }
}

function stateFile(dir: string): string {
  return join(dir, 'servers.json');
}
