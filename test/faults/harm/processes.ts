/** Where the processes of the stage are, by name. */

import { status } from '../../../tools/servers/index.ts';
import { readInstance } from '../../../tools/system/instance.ts';
import { dir } from '../stage.ts';

export function pidOf(name: string): number | undefined {
  return readInstance(dir).processes[name]?.process.pid ?? status(dir).find((server) => server.name === name)?.pid;
}

export function signal(name: string, signal: NodeJS.Signals): void {
  const pid = pidOf(name);
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile: another harm may have hit it.
  }
}

export function runs(name: string): boolean {
  try {
    return process.kill(pidOf(name) ?? 0, 0);
  } catch {
    return false;
  }
}
