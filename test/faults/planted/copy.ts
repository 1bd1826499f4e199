/** A copy of the code in which mistakes are planted, one at a time. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../../../tools/system/build.ts';
import type { Plant } from './plant.ts';

export class Copy {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Everything that git knows or would take, as it is in the work tree. */
  make(): void {
    rmSync(this.dir, { recursive: true, force: true });
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: repository,
      encoding: 'utf8',
    });
    for (const path of listed.split('\0').filter((path) => path && path !== 'node_modules')) {
      mkdirSync(dirname(join(this.dir, path)), { recursive: true });
      cpSync(join(repository, path), join(this.dir, path), { force: true });
    }
    symlinkSync(join(repository, 'node_modules'), join(this.dir, 'node_modules'));
  }

  /** @throws where a text isn't there exactly once */
  plant({ name, edits }: Plant): void {
    for (const { file, find, replace } of edits) {
      const text = readFileSync(join(this.dir, file), 'utf8');
      const times = text.split(find).length - 1;
      if (times !== 1)
        throw new Error(
          `The mistake "${name}" can't be planted any more: its text is ${times} times in ${file}:\n${find}`,
        );
      writeFileSync(
        join(this.dir, file),
        text.replace(find, () => replace),
      );
    }
  }

  /** Puts right what was planted. */
  weed({ edits }: Plant): void {
    for (const { file } of edits) cpSync(join(repository, file), join(this.dir, file), { force: true });
  }
}
