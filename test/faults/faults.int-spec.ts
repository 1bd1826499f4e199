/** The fault run in short: a system of its own, a few faults of every kind from a seed, every promise checked. `npm run faults` is the long one. Needs a build. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from '@jest/globals';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const dir = fileURLToPath(new URL(`../../.heed/test/faults-${process.pid}`, import.meta.url));
/** Disks need root, and mounts that an interrupted test would leave behind. */
const ONLY = '^(?!disk full)';

let run: ChildProcess | undefined;
afterAll(async () => {
  if (run?.exitCode !== null) return;
  run.kill('SIGTERM');
  await once(run, 'exit');
}, 60_000);

it('keeps every promise while harm is done', async () => {
  const args = ['--seed', '7', '--minutes', '0.3', '--faults', '12', '--only', ONLY, '--dir', dir];
  run = spawn(process.execPath, ['test/faults/faults.ts', ...args], {
    cwd: repository,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  run.stdout?.on('data', (text) => (output += text));
  run.stderr?.on('data', (text) => (output += text));
  await once(run, 'close');
  expect(output).toMatch(/[1-9]\d* faults, 0 violations\./);
}, 900_000);
