/**
 * `npm run faults -- [--seed N] [--minutes M] [--faults N] [--only PATTERN] [--rest M] [--dir FOLDER] [--keep]`: starts the whole system natively, drives it with clients that keep what they were
 * promised, meanwhile does harm to it by chance from a seed, heals everything, and checks every promise. A violation is told with its story; the exit code is the number of violations, at most 100.
 *
 * It ends after so many minutes, or after so many faults if that is sooner. `--only` does harm alone whose "what: whom" matches, `--rest` is how many minutes the system has to come to rest, `--keep`
 * leaves it running until Ctrl-C.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../../tools/system/build.ts';
import { perform } from './perform.ts';
import { strike } from './stage.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '3' },
    faults: { type: 'string', default: 'Infinity' },
    only: { type: 'string', default: '' },
    rest: { type: 'string', default: '15' },
    dir: { type: 'string', default: join(repository, '.heed', 'faults') },
    keep: { type: 'boolean', default: false },
  },
});
const { dir, seed, minutes } = options;
const report = (line: string) => console.log(line);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void strike(dir).finally(() => process.exit(130)));

let found = 100;
try {
  report(`Seed ${seed}, ${minutes} minutes.`);
  const { history, violations } = await perform(
    {
      dir,
      seed: Number(seed),
      minutes: Number(minutes),
      rest: Number(options.rest),
      most: Number(options.faults),
      only: new RegExp(options.only),
    },
    report,
  );
  for (const { promise, about, found } of violations.slice(0, 20))
    report(
      [`\nVIOLATED: ${promise}`, `  ${about}: ${found}`, ...history.story(about).map((line) => `  ${line}`)].join('\n'),
    );
  const only = options.only && ` --only '${options.only}'`;
  report(`\n${history.harms.length} faults, ${violations.length} violations.`);
  report(`Again: npm run faults -- --seed ${seed} --minutes ${minutes}${only}`);
  found = Math.min(violations.length, 100);
  if (options.keep) await new Promise(() => setInterval(() => {}, 60_000));
} finally {
  await strike(dir);
}
process.exit(found);
