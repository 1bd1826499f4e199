/** One run: the clients' work, the harm, the healing, and the judgement. */
import { join } from 'node:path';
import type { Client, Play } from './client.ts';
import { Cleanses } from './clients/cleanses.ts';
import { Collects } from './clients/collects.ts';
import { Contacts } from './clients/contacts.ts';
import { Downloads } from './clients/downloads.ts';
import { Imports } from './clients/imports.ts';
import { Mailers } from './clients/mailers.ts';
import { Operations } from './clients/operations.ts';
import { Webhooks } from './clients/webhooks.ts';
import { type Direction, direct } from './harm/director.ts';
import { History, type Violation } from './history.ts';
import { compareHoldings, holdings } from './holdings.ts';
import { Random } from './random.ts';
import { rest } from './rest.ts';
import { raise } from './stage.ts';
import { Subscriber } from './subscriber.ts';

export interface Run extends Direction {
  dir: string;
  seed: number;
  minutes: number;
  /** Minutes that the system has to come to rest. */
  rest: number;
}

export async function perform(
  run: Run,
  report: (line: string) => void,
): Promise<{ history: History; violations: Violation[] }> {
  const subscriber = new Subscriber();
  const webhooks = new Webhooks(subscriber, run.seed);
  const withDisks = run.only.test('disk full: postgres');
  const stage = await raise(run.dir, await webhooks.listen(), { withDisks, report });
  const history = new History(join(run.dir, 'history.ndjson'));
  await subscriber.listen(stage.rabbitmq.url);
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), run.minutes * 60_000);
  const random = new Random(run.seed);
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

  const before = await holdings(stage);
  const directing = direct(playOf(), report, run);
  const works = clients.map((client) => client.work(playOf()));
  const violations = await directing;
  over.abort();
  clearTimeout(timer);
  report('Healing.');
  await Promise.all(works);
  const healedAt = performance.now();
  violations.push(...(await rest(stage, run.rest * 60_000)));
  report(`At rest ${((performance.now() - healedAt) / 1_000).toFixed(1)} s after the last client was done.`);
  for (const client of clients) {
    violations.push(...(await client.check(playOf())));
    report(`${client.name}: ${client.summary()}`);
  }
  violations.push(...compareHoldings(before, await holdings(stage)));
  history.flush();
  await subscriber.close();
  return { history, violations };
}
