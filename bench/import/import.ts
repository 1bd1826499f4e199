/**
 * How long imports take, from the object's being complete to `success`, with two workers, PostgreSQL, RabbitMQ and S3 on this machine; beside the best hand-written SQL over rows, in the
 * same run. `npm run bench:import -- [options]`; starts the test servers where they don't run.
 *
 *     --gb 1          size of each file, in GB
 *     --kind md5      md5, plain, sms, or crafted: one-beginning, all-equal, sorted, reversed; several are imported one after the other, each into a list of its own
 *     --storage md5   what the lists keep: md5 or plain
 *     --others 0      million hashes that the list has already; then 10,000 lines are imported too, first
 *     --rows 2000000  keys for the rows; 0 leaves them out
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { KINDS, type Kind } from './file-lines.ts';
import { install } from './installation.ts';
import { measure } from './measure.ts';
import { insertRows } from './rows.ts';

const { values: options } = parseArgs({
  options: {
    gb: { type: 'string', default: '1' },
    kind: { type: 'string', multiple: true, default: ['md5'] },
    storage: { type: 'string', default: 'md5' },
    others: { type: 'string', default: '0' },
    rows: { type: 'string', default: '2000000' },
  },
});
const unknown = options.kind.find((kind) => !KINDS.includes(kind as Kind));
if (unknown) throw new Error(`--kind is one of ${KINDS.join(', ')}, not ${unknown}`);
const storage = options.storage === 'plain' ? 'plain' : 'md5';
const bytes = Number(options.gb) * 1e9;
const others = Number(options.others) * 1e6;

const installation = await install(`bench_import_${process.pid}`);
try {
  const results = [];
  for (const kind of options.kind as Kind[]) {
    const list = randomBytes(8).toString('hex');
    let into = `an empty list that keeps ${storage}`;
    if (others > 0) {
      await measure(installation, { what: 'the others', list, kind: 'md5', storage, size: { lines: others } });
      into = `a list of ${options.others} million others`;
      const few = { list, kind, storage, size: { lines: 10_000 } } as const;
      await measure(installation, { what: `10,000 lines into ${into}`, ...few });
    }
    const what = `${options.gb} GB of ${kind} lines into ${into}`;
    results.push({ kind, ...(await measure(installation, { what, list, kind, storage, size: { bytes } })) });
  }
  const [first] = results;
  for (const { kind, seconds } of results.slice(1)) {
    console.log(`${kind}: ${(seconds / first!.seconds).toFixed(2)} times the seconds of ${first!.kind}`);
  }
  if (Number(options.rows) > 0) {
    const added = Math.min(first!.expected.added, Number(options.rows));
    const seconds = await insertRows(installation.databaseUrl, { present: 10_000_000, added });
    const byRows = added / seconds;
    const byRuns = first!.expected.added / first!.seconds;
    console.log(
      `rows by the best SQL: ${added} keys into a list of 10 million in ${seconds.toFixed(1)} s, ${(byRows / 1e6).toFixed(2)} million a second; the import was ${(byRuns / byRows).toFixed(1)} times as fast`,
    );
  }
} finally {
  await installation.remove();
}
