import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CommandFailure, ExitCode } from '../exit-code.js';
import { keepSecrets } from './secrets.js';

/**
 * Writes the applied tree for the owner's eyes alone, whole or not at all. Secrets of an earlier run that the file has are kept, and sections that this run said nothing of: nobody could tell them again.
 *
 * @throws {CommandFailure} when the file can't be written, or holds something else
 */
export function writeOutFile(path: string, tree: object): void {
  const earlier = existsSync(path) ? readEarlier(path) : undefined;
  keepSecrets(tree, earlier);
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify({ ...earlier, ...tree }, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    throw new CommandFailure(ExitCode.usage, `${path} can't be written.`);
  }
}

/** Read before anything is changed: a file that can't be written later would lose the only copy of new secrets. */
export function checkOutFile(path: string): void {
  if (existsSync(path)) readEarlier(path);
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, '', { mode: 0o600 });
    rmSync(draft);
  } catch {
    throw new CommandFailure(ExitCode.usage, `${path} can't be written.`);
  }
}

function readEarlier(path: string): object | undefined {
  const text = readFileSync(path, 'utf8');
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(ExitCode.usage, `${path} exists and is not a file that "apply --out" wrote.`);
  }
}
