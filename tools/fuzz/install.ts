/** schemathesis, in a virtual environment of the repository's own, in the versions of requirements.txt. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../system/build.ts';

const folder = join(repository, '.heed', 'fuzz', 'python');
const requirements = join(repository, 'tools', 'fuzz', 'requirements.txt');

/** @returns the program's path */
export function installSchemathesis(): string {
  const program = join(folder, 'bin', 'schemathesis');
  const stamp = join(folder, 'installed.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return program;
  console.log('installing schemathesis …');
  run('python3', '-m', 'venv', '--clear', folder);
  run(join(folder, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements);
  writeFileSync(stamp, wanted);
  return program;
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'inherit' });
}
