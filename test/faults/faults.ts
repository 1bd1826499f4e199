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
import type { Client, Play } from './client.ts';
import { Cleanses } from './clients/cleanses.ts';
import { Collects } from './clients/collects.ts';
import { Contacts } from './clients/contacts.ts';
import { Downloads } from './clients/downloads.ts';
import { Imports } from './clients/imports.ts';
import { Mailers } from './clients/mailers.ts';
import { Operations } from './clients/operations.ts';
import { Webhooks } from './clients/webhooks.ts';
import { direct } from './harm/director.ts';
import { History, type Violation } from './history.ts';
import { compareHoldings, holdings } from './holdings.ts';
import { Random } from './random.ts';
import { rest } from './rest.ts';
import { raise, strike } from './stage.ts';
import { Subscriber } from './subscriber.ts';

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
const { dir, seed } = options;
const report = (line: string) => console.log(line);

report(`Seed ${seed}, ${options.minutes} minutes.`);
const subscriber = new Subscriber();
const webhooks = new Webhooks(subscriber, Number(seed));
const stage = await raise(dir, await webhooks.listen(), report);
const history = new History(join(dir, 'history.ndjson'));
await subscriber.listen(stage.rabbitmq.url);
const over = new AbortController();
const timer = setTimeout(() => over.abort(), Number(options.minutes) * 60_000);
const random = new Random(Number(seed));
const playOf = (): Play => ({ stage, history, random: random.fork(), over: over.signal });
const collects = new Collects();
const downloads = new Downloads();
const clients: Client[] = [
  collects,
  new Contacts(subscriber),
  new Imports(),
  downloads,
  new Mailers(collects),
  new Cleanses(downloads),
  new Operations(subscriber),
  webhooks,
];

const violations: Violation[] = [];
const before = await holdings(stage);
const directing = direct(playOf(), report, { only: new RegExp(options.only), most: Number(options.faults) });
const works = clients.map((client) => client.work(playOf()));
violations.push(...(await directing));
over.abort();
clearTimeout(timer);
report('Healing.');
await Promise.all(works);
violations.push(...(await rest(stage, Number(options.rest) * 60_000)));
for (const client of clients) {
  violations.push(...(await client.check(playOf())));
  report(`${client.name}: ${client.summary()}`);
}
violations.push(...compareHoldings(before, await holdings(stage)));
history.flush();
await subscriber.close();

for (const { promise, about, found } of violations.slice(0, 20))
  report(
    [`\nVIOLATED: ${promise}`, `  ${about}: ${found}`, ...history.story(about).map((line) => `  ${line}`)].join('\n'),
  );
const again = process.argv.slice(2).includes('--seed')
  ? process.argv.slice(2)
  : ['--seed', seed, ...process.argv.slice(2)];
report(
  `\n${history.harms.length} faults, ${violations.length} violations. Again: npm run faults -- ${again.join(' ')}`,
);
if (options.keep) await new Promise((resolve) => process.once('SIGINT', resolve));
await strike(dir);
process.exit(Math.min(violations.length, 100));
