/**
 * `npm run soak -- [--minutes M] [--rate N] [--chart FILE]`: mixed load at half of what the machine sustains, for as long as one likes: opt-outs and contacts in a steady stream; files, removals, downloads,
 * deltas, cleansed lists and bulk imports now and then. What the system weighs is looked at every few seconds and drawn. At the end everything that was accepted must be there, and what ought to be flat must
 * have been. The exit code is the number of broken promises.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { repository } from '../../../tools/system/build.ts';
import type { Client as FaultClient, Play } from '../client.ts';
import { Cleanses } from '../clients/cleanses.ts';
import { Collects } from '../clients/collects.ts';
import { Downloads } from '../clients/downloads.ts';
import { Imports } from '../clients/imports.ts';
import { Mailers } from '../clients/mailers.ts';
import { Operations } from '../clients/operations.ts';
import { Webhooks } from '../clients/webhooks.ts';
import { History } from '../history.ts';
import { type Order, stream } from '../overload/crowd.ts';
import { Random } from '../random.ts';
import { rest } from '../rest.ts';
import { raise, type Stage, strike } from '../stage.ts';
import { Subscriber } from '../subscriber.ts';
import { chart } from './chart.ts';
import { grown } from './growth.ts';
import { type Sample, sample } from './sampler.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Opt-outs a second; half of what is sustained without it. */
    rate: { type: 'string' },
    chart: { type: 'string', default: join(repository, 'docs', 'soak.svg') },
  },
});
const minutes = Number(options.minutes);
const SAMPLE_MS = 5_000;
const PROBE_SECONDS = 10;
const PROBE_RATE = 2_000;
/** A contact for so many opt-outs. */
const OPT_OUTS_A_CONTACT = 5;

const dir = join(repository, '.heed', 'soak');
const samples: Sample[] = [];
let broken: string[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void strike(dir).finally(() => process.exit(130)));
try {
  const subscriber = new Subscriber();
  const webhooks = new Webhooks(subscriber, 1, { reliable: true });
  const stage = await raise(dir, await webhooks.listen(), { withDisks: false, report: console.log });
  await subscriber.listen(stage.rabbitmq.url);
  const rate = options.rate ? Number(options.rate) : (await sustained(stage)) / 2;
  console.log(
    `${Math.round(rate)} opt-outs and ${Math.round(rate / OPT_OUTS_A_CONTACT)} contacts a second, ${minutes} minutes`,
  );
  const over = AbortSignal.timeout(minutes * 60_000);
  const play: Play = { stage, history: new History(join(dir, 'history.ndjson')), random: new Random(1), over };
  const downloads = new Downloads(60_000);
  const clients: FaultClient[] = [
    new Imports(20_000),
    downloads,
    new Mailers(new Collects(), 15_000),
    new Cleanses(downloads, 30_000),
    new Operations(subscriber, 30_000),
    webhooks,
  ];
  const began = performance.now();
  const works = clients.map((client) => client.work({ ...play, random: play.random.fork() }));
  const load = Promise.all([
    stream(collect(stage), rate, over),
    stream(create(stage), rate / OPT_OUTS_A_CONTACT, over),
  ]);
  while (!over.aborted) {
    samples.push(await sample(stage, (performance.now() - began) / 60_000, join(dir, 'samples.ndjson')));
    await pause(SAMPLE_MS);
  }
  const [collected, created] = await load;
  await Promise.all(works);
  const restless = await rest(stage, 15 * 60_000);
  broken = [
    ...restless.map(({ promise, about, found }) => `${promise}: ${about}: ${found}`),
    ...(await missing(stage.databaseUrls.optout, 'collected', `plain LIKE 's%'`, collected.get(202) ?? 0)),
    ...(await missing(stage.databaseUrls.deploy, 'contact', `email LIKE 's%'`, created.get(201) ?? 0)),
    ...grown(samples),
  ];
  console.log(`opt-outs by status: ${JSON.stringify([...collected])}, contacts: ${JSON.stringify([...created])}`);
  for (const client of clients) console.log(`${client.name}: ${client.summary()}`);
  mkdirSync(dirname(options.chart), { recursive: true });
  writeFileSync(
    options.chart,
    chart(
      samples,
      `${Math.round(samples.at(-1)!.at)} minutes, ${Math.round(rate)} opt-outs/s and ${Math.round(rate / OPT_OUTS_A_CONTACT)} contacts/s beside files, downloads, deltas, cleansed lists and bulk imports`,
    ),
  );
  await subscriber.close();
} finally {
  await strike(dir);
}
for (const what of broken) console.log(`BROKEN: ${what}`);
console.log(`${broken.length} promises broken; chart in ${options.chart}`);
process.exit(broken.length);

function collect({ system, token, listIds }: Stage): Order {
  const body = (n: number) => ({ optoutListId: listIds.Collected, email: `s${n}@faults.example` });
  return { method: 'POST', url: `${system.collectUrl}/client-optout/collect`, token, body };
}

function create({ system, apiKey, brandIds }: Stage): Order {
  const body = (n: number) => ({ email: `s${n}@faults.example`, brandIds: [brandIds[0]] });
  return { method: 'POST', url: `${system.baseUrl}/deploy/v1/contacts`, token: apiKey, body };
}

/** Opt-outs a second that also arrive in their list, with a contact for each few of them: from the first request until nothing waits any more. */
async function sustained(stage: Stage): Promise<number> {
  const base = 1_000_000_000;
  const began = performance.now();
  const over = AbortSignal.timeout(PROBE_SECONDS * 1_000);
  const [collected] = await Promise.all([
    stream(
      { ...collect(stage), body: (n) => ({ ...collect(stage).body!(n), email: `probe${n}@faults.example` }) },
      PROBE_RATE,
      over,
      base,
    ),
    stream(
      { ...create(stage), body: (n) => ({ ...create(stage).body!(n), email: `probe${n}@faults.example` }) },
      PROBE_RATE / OPT_OUTS_A_CONTACT,
      over,
      base,
    ),
  ]);
  await rest(stage, 5 * 60_000);
  const rate = (collected.get(202) ?? 0) / ((performance.now() - began) / 1_000);
  console.log(`The machine sustains ${Math.round(rate)} opt-outs a second`);
  return rate;
}

/** Nothing that was answered 2xx may be missing, and each counts once. */
async function missing(url: string, table: string, condition: string, accepted: number): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${table} WHERE ${condition}`);
  await client.end();
  const { count } = rows[0];
  return count < accepted ? [`${accepted} rows of ${table} were accepted, ${count} are there`] : [];
}
