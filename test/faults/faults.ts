/**
 * `npm run faults -- [--seed N] [--minutes M] [--keep]`: starts the whole system natively, drives it with clients that keep what they were promised, meanwhile does harm to it by chance from a
 * seed, heals everything, and checks every promise. A violation is told with its story; the exit code is the number of violations, at most 100. `--keep` leaves the system running.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client, Play } from './client.ts';
import { Collects } from './clients/collects.ts';
import { Contacts } from './clients/contacts.ts';
import { Downloads } from './clients/downloads.ts';
import { Imports } from './clients/imports.ts';
import { Mailers } from './clients/mailers.ts';
import { direct } from './harm/director.ts';
import { History, type Violation } from './history.ts';
import { Random } from './random.ts';
import { rest } from './rest.ts';
import { dir, raise, stand, strike } from './stage.ts';
import { Subscriber } from './subscriber.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
});
const report = (line: string) => console.log(line);

report(`Seed ${options.seed}, ${options.minutes} minutes.`);
const stage = await raise(report);
const history = new History(join(dir, 'history.ndjson'));
const subscriber = new Subscriber();
await subscriber.listen(stage.rabbitmq.url);
const over = AbortSignal.timeout(Number(options.minutes) * 60_000);
const play: Play = { stage, history, random: new Random(Number(options.seed)), over };
const collects = new Collects();
const clients: Client[] = [collects, new Contacts(subscriber), new Imports(), new Downloads(), new Mailers(collects)];

const violations: Violation[] = [];
const works = clients.map((client) => client.work(play));
violations.push(...(await direct(play, report)));
report('Healing.');
await stand();
await Promise.all(works);
violations.push(...(await rest(stage)));
for (const client of clients) {
  violations.push(...(await client.check(play)));
  report(`${client.name}: ${client.summary()}`);
}
history.flush();
await subscriber.close();

for (const { promise, about, found } of violations.slice(0, 20))
  report(
    [`\nVIOLATED: ${promise}`, `  ${about}: ${found}`, ...history.story(about).map((line) => `  ${line}`)].join('\n'),
  );
report(
  `\n${history.harms.length} faults, ${violations.length} violations. Again: npm run faults -- --seed ${options.seed} --minutes ${options.minutes}`,
);
if (!options.keep) await strike();
process.exit(Math.min(violations.length, 100));
