/**
 * `npm run faults:planted -- [--only PATTERN] [--seed N] [--tries N]`: proves the checker. In a copy of the code one mistake after the other is planted, the harness does the harm that brings it to light,
 * and must find that a promise is broken. What depends on chance gets some tries, each with another seed. The exit code is how many mistakes were not found.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../../../tools/system/build.ts';
import { Copy } from './copy.ts';
import type { Plant } from './plant.ts';
import { plants as all } from './plants.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    tries: { type: 'string', default: '3' },
  },
});
const REST_MINUTES = '1';

const plants = all.filter(({ name }) => new RegExp(options.only).test(name));
const copy = new Copy(join(repository, '.heed', 'planted'));
copy.make();
let missed = 0;
for (const plant of plants) {
  copy.plant(plant);
  const found = await search(plant);
  copy.weed(plant);
  if (!found) missed++;
  console.log(`${found ? '✓' : '✗'} ${plant.name}: ${plant.mistake}\n    ${found ?? 'not found'}`);
}
console.log(`\n${plants.length - missed} of ${plants.length} mistakes found`);
process.exit(missed);

/** @returns what gave it away */
async function search(plant: Plant): Promise<string | undefined> {
  for (let seed = Number(options.seed); seed < Number(options.seed) + Number(options.tries); seed++) {
    const args = [
      '--seed',
      String(seed),
      '--minutes',
      String(plant.minutes),
      '--only',
      plant.only,
      '--rest',
      REST_MINUTES,
    ];
    const output = await faults(args);
    const [line] = output.split('\n').filter((text) => text.startsWith('VIOLATED: ') && plant.broken.test(text));
    if (line) return `${line.slice('VIOLATED: '.length)} (seed ${seed}${harmsIn(output)})`;
    if (!/ faults, \d+ violations/.test(output)) throw new Error(`The run of "${plant.name}" broke off:\n${output}`);
  }
  return undefined;
}

function harmsIn(output: string): string {
  const [, count = '0'] = /(\d+) faults, \d+ violations/.exec(output) ?? [];
  return count === '0' ? ', no harm' : `, ${count} faults`;
}

/** What a run in the copy prints; it ends with a code of its own. */
function faults(args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['test/faults/faults.ts', ...args],
      { cwd: copy.dir, maxBuffer: 64 << 20 },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}
