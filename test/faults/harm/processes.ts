/** Where the processes of a stage are, by name. */
import { status } from '../../../tools/servers/index.ts';
import { readInstance } from '../../../tools/system/instance.ts';

export function pidOf(dir: string, name: string): number | undefined {
  return readInstance(dir).processes[name]?.process.pid ?? status(dir).find((server) => server.name === name)?.pid;
}

export function signal(dir: string, name: string, signal: NodeJS.Signals): void {
  const pid = pidOf(dir, name);
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile: another harm may have hit it.
  }
}

export function runs(dir: string, name: string): boolean {
  try {
    return process.kill(pidOf(dir, name) ?? 0, 0);
  } catch {
    return false;
  }
}
