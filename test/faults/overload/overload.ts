/**
 * `npm run overload -- [--seconds S] [--times N]`: what happens when ten times as much is asked for as can be done. The database of each service is made slow, so that its capacity is small; then a crowd asks
 * for ten times that. Refusals must be quick and honest (503 or 429 that says when to come again), what was accepted must be there, and as soon as the crowd has left everything must be as before. The exit
 * code is the number of broken promises.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '../../../tools/system/build.ts';
import { doors } from '../../../tools/system/doors.ts';
import type { Play } from '../client.ts';
import { Webhooks } from '../clients/webhooks.ts';
import { pidOf } from '../harm/processes.ts';
import { History } from '../history.ts';
import { Random } from '../random.ts';
import { rest } from '../rest.ts';
import { raise, strike } from '../stage.ts';
import { Subscriber } from '../subscriber.ts';
import { crowd, queue, type Shot } from './crowd.ts';
import { type Overload, overloads } from './orders.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    times: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
});
const [seconds, times] = [Number(options.seconds), Number(options.times)];
const CAPACITY_SECONDS = 5;
/** At first so many a second are asked for; what is answered of them is the capacity. */
const PROBE_RATE = 3_000;
const CALM_MS = 10_000;
const REST_MS = 300_000;
const QUICK_MS = 1_000;
const PAGE_BYTES = 4_096;

const dir = join(repository, '.heed', 'overload');
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void strike(dir).finally(() => process.exit(130)));
const webhooks = new Webhooks(new Subscriber(), 1, { reliable: true });
const stage = await raise(dir, await webhooks.listen(), { withDisks: false, report: console.log });
const history = new History(join(dir, 'history.ndjson'));
const play: Play = { stage, history, random: new Random(1), over: new AbortController().signal };
const table: object[] = [];
let broken = 0;
for (const overload of overloads(play)) if (overload.title.includes(options.only)) table.push(await press(overload));
console.table(table);
console.log(`${broken} promises broken`);
await strike(dir);
process.exit(broken);

async function press({ title, order, done, slowMs, lost }: Overload): Promise<object> {
  for (const link of stage.network.to('postgres')) link.set({ kind: 'slow', ms: slowMs });
  const isDone = ({ status }: Shot) => status === done;
  const calm = await queue(order, 100_000_000, 5);
  const usual = Math.max(...calm.map(({ milliseconds }) => milliseconds));
  const probe = await crowd(
    { ...order, body: order.body && ((n) => order.body!(n + 200_000_000)) },
    PROBE_RATE,
    CAPACITY_SECONDS,
  );
  const capacity = probe.shots.filter(isDone).length / (CAPACITY_SECONDS + 1);
  const rate = Math.min(times * capacity, 20_000);
  const memory = memoryOf();
  const { shots, unsent } = await crowd(order, rate, seconds);
  const ended = performance.now();
  let normal = 0;
  for (let n = 300_000_000; normal === 0 && performance.now() - ended < CALM_MS; n++) {
    const [shot] = await queue(order, n, 1);
    if (isDone(shot!) && shot!.milliseconds < 2 * usual + 100) normal = performance.now() - ended;
  }
  for (const link of stage.network.to('postgres')) link.heal();
  const accepted = shots.filter(isDone);
  const refused = shots.filter(({ status }) => status === 503 || status === 429);
  const other = shots.length - accepted.length - refused.length;
  const dishonest = refused.filter(({ saysWhen }) => !saysWhen).length;
  const slowest = percentile(refused, 0.99);
  for (const { promise, about, found } of await rest(stage, REST_MS)) blame(`${promise}: ${about}: ${found}`);
  const missing = lost ? await lost(accepted.map(({ n }) => n)) : [];
  if (other > 0) blame(`${title}: ${other} answers that are neither yes nor no: ${JSON.stringify(tally(shots))}`);
  if (dishonest > 0) blame(`${title}: ${dishonest} refusals that don't say when to come again`);
  if (refused.length === 0) blame(`${title}: nothing was refused`);
  if (slowest > QUICK_MS) blame(`${title}: refusals take ${Math.round(slowest)} ms`);
  if (missing.length > 0) blame(`${title}: ${missing.length} accepted and lost, such as ${missing[0]}`);
  if (normal === 0) blame(`${title}: not as before within ${CALM_MS / 1_000} s`);
  return {
    what: title,
    'capacity/s': Math.round(capacity),
    'asked for/s': Math.round((shots.length + unsent) / seconds),
    'not sent': unsent,
    accepted: accepted.length,
    'ms p99': Math.round(percentile(accepted, 0.99)),
    refused: refused.length,
    'refusal ms p50': percentile(refused, 0.5).toFixed(1),
    p99: slowest.toFixed(1),
    lost: lost ? missing.length : '',
    'normal after s': normal ? (normal / 1_000).toFixed(1) : 'never',
    'memory grew MiB': Math.round((memoryOf() - memory) / 1_048_576),
  };
}

/** Bytes that the services hold together. */
function memoryOf(): number {
  const pids = doors.filter(({ file }) => file === 'main').flatMap(({ name }) => pidOf(dir, name) ?? []);
  const pages = pids.map((pid) => Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]));
  return pages.reduce((sum, count) => sum + count, 0) * PAGE_BYTES;
}

function blame(what: string): void {
  broken++;
  console.log(`BROKEN: ${what}`);
}

function percentile(shots: Shot[], p: number): number {
  const sorted = shots.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * p)] ?? 0;
}

function tally(shots: Shot[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of shots) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
