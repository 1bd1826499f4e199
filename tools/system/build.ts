import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const stampFile = join(repository, 'dist', '.built');

/** Compiles all services where a source has changed since the last time. @returns a stamp of the sources, by which a process knows whether it runs them */
export async function ensureBuilt(report: (line: string) => void): Promise<string> {
  const stamp = stampOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return stamp;
  report('  compiling …');
  await run(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', 'deploy'], { cwd: repository }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`The build failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    },
  );
  writeFileSync(stampFile, stamp);
  return stamp;
}

function stampOfSources(): string {
  const hash = createHash('sha256');
  const sources = ['{apps,libs}/*/src/**/*.ts', 'package-lock.json', 'nest-cli.json', 'tsconfig*.json'];
  for (const path of globSync(sources, { cwd: repository }).sort()) {
    if (!path.endsWith('spec.ts'))
      hash
        .update(path)
        .update('\0')
        .update(readFileSync(join(repository, path)));
  }
  return hash.digest('hex');
}
