/** Who uses what a test run started: a run that was killed leaves it behind, for the next one to sweep away. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identify, isRunning, type OwnProcess } from '../servers/index.ts';

/** Notes that the folder is this process's. */
export function own(dir: string): void {
  writeFileSync(join(dir, 'owner.json'), JSON.stringify(identify(process.pid)));
}

/** Folders below `root` whose process is gone. */
export function abandoned(root: string): string[] {
  return globSync(join(root, '**', 'owner.json'))
    .filter((file) => !isRunning(JSON.parse(readFileSync(file, 'utf8')) as OwnProcess))
    .map(dirname);
}
