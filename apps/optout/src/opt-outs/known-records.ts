import { copyOut, type Tx } from '#database';
import { copyRows } from './copy/copy-rows.js';
import { MarkKnown } from './kernels/mark-known.js';
import type { Records } from './kernels/records.js';
import { visibleKeys } from './kernels/visible-keys.js';
import { bytea, pagesInSpan, pageTable, readByIndex, text } from './page-tables.js';
import { type ReadableRun, readableRuns } from './readable-runs.js';
import type { KeySpan } from './run.types.js';

/** Fewer records than this, in lists this many times as large, are looked up one by one; more are compared in one pass over the list. */
const PROBE_BELOW = 20_000;
const PROBES_A_PAGE = 2;

/** Marks those of the sorted records that a list has: in visible runs, or collected. Records with the same key are marked alike. */
export async function markKnown(
  tx: Tx,
  listId: string,
  records: Records,
  marks: Uint8Array,
  span: KeySpan,
): Promise<void> {
  if (records.count === 0) return;
  await readByIndex(tx);
  for (const run of await readableRuns(tx, [listId])) {
    const pages = run.keys / (8_064 / run.keyBytes);
    const pick =
      records.count < PROBE_BELOW && records.count * PROBES_A_PAGE < pages
        ? probes(run, records)
        : pagesInSpan(run, span);
    await markAll(tx, pick, records, marks, run.source);
  }
  await markAll(
    tx,
    `SELECT key FROM collected
      WHERE list_id = ${text(listId)} AND key >= ${bytea(span.low)} ${span.high ? `AND key < ${bytea(span.high)}` : ''}
      ORDER BY key`,
    records,
    marks,
  );
}

async function markAll(
  tx: Tx,
  select: string,
  records: Records,
  marks: Uint8Array,
  source?: ReadableRun['source'],
): Promise<void> {
  const pass = new MarkKnown(records, marks);
  for await (const rows of copyRows(copyOut(tx, `COPY (${select}) TO STDOUT (FORMAT binary)`))) {
    for (const [keys, origins] of rows) {
      pass.page(
        origins && source && 'members' in source ? visibleKeys(keys!, origins, source, records.keyBytes) : keys!,
      );
    }
  }
}

/** SQL of the pages in which the records would be, each once, in order. */
function probes(run: ReadableRun, records: Records): string {
  const { words, width, keyWords, count } = records;
  const table = pageTable(run);
  const keys: string[] = [];
  for (let at = 0; at < count * width; at += width) {
    let hex = '';
    for (let word = 0; word < keyWords; word++) hex += words[at + word]!.toString(16).padStart(8, '0');
    keys.push(`"\\\\x${hex}"`);
  }
  const columns = run.isFold ? 'keys, origins' : 'keys';
  return `SELECT page.*
            FROM (SELECT DISTINCT ON (first) first
                    FROM unnest('{${keys.join(',')}}'::bytea[]) key,
                         LATERAL (SELECT first FROM ${table} WHERE run = ${BigInt(run.id)} AND first <= key ORDER BY first DESC LIMIT 1) hit
                   ORDER BY first) hits
            JOIN LATERAL (SELECT ${columns} FROM ${table} WHERE run = ${BigInt(run.id)} AND first = hits.first) page ON true
           ORDER BY hits.first`;
}
