/** What the harness knows of the inside of doors, and does there. See inside.mjs. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What a door holds after a garbage collection. */
export interface Holdings {
  pid: number;
  /** Bytes. */
  heapUsed: number;
  /** Bytes of buffers. */
  external: number;
  rss: number;
  /** Open handles and requests by kind. */
  handles: Record<string, number>;
  /** File descriptors, sockets among them. */
  descriptors: number;
}

const program = fileURLToPath(new URL('inside.mjs', import.meta.url));
const PATIENCE_MS = 10_000;

/** The environment that puts inside.mjs into a door. @param folder where the harness and the door meet */
export function withInside(folder: string, door: string, environment: Record<string, string>): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const { NODE_OPTIONS = '' } = environment;
  return {
    ...environment,
    NODE_OPTIONS: `${NODE_OPTIONS} --import ${program}`.trim(),
    HEED_FAULTS_INSIDE: join(folder, door),
  };
}

/** Sets the clock of a door wrong by so many milliseconds; 0 sets it right. */
export function setClock(folder: string, door: string, milliseconds: number): void {
  writeFileSync(join(folder, `${door}.clock`), String(milliseconds));
}

/** `undefined` if the door doesn't answer. */
export async function lookInside(folder: string, door: string, pid: number): Promise<Holdings | undefined> {
  const file = join(folder, `${door}.json`);
  rmSync(file, { force: true });
  const descriptors = (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    await pause(50);
    try {
      return { ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<Holdings, 'descriptors'>), descriptors };
    } catch {
      // Not yet.
    }
  }
  return undefined;
}
