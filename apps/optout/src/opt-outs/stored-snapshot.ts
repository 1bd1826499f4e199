import type { DataSource } from 'typeorm';
import { copyOut, type Tx } from '#database';
import { collectedPage } from './copy/collected-row.js';
import { copyRows } from './copy/copy-rows.js';
import { erasedKeys } from './erasure/erased.repository.js';
import { withoutValues } from './erasure/without-values.js';
import { BatchBuilder } from './kernels/batch-builder.js';
import { domainFilter } from './kernels/domain-filter.js';
import { MergePages } from './kernels/merge-pages.js';
import type { Records } from './kernels/records.js';
import { markKnown } from './known-records.js';
import type { KeyBytes, OptOutBatch, OptOutFilter } from './opt-out.types.js';
import type { OptOutSnapshot } from './opt-out-snapshot.js';
import { readByIndex } from './page-tables.js';
import { type ReadableRun, readableRuns } from './readable-runs.js';
import { streamSql } from './snapshot-sql.js';
import { sortedLines } from './sorted-lines.js';

/** Of keys of any kind. */
const WHOLE = { low: Buffer.alloc(1), high: null };

/** A snapshot within its transaction. */
export class StoredSnapshot implements OptOutSnapshot {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tx: Tx,
    private readonly lists: readonly string[],
    readonly changes: ReadonlyMap<string, string>,
    readonly watermark?: string,
  ) {}

  async *stream(filter: OptOutFilter = {}): AsyncGenerator<OptOutBatch, void, undefined> {
    const { tx, lists } = this;
    const plain = filter.plain === true || filter.domains !== undefined;
    const runs = await readableRuns(tx, lists, filter);
    const keyBytes = await this.keyBytes(runs);
    const builder = new BatchBuilder(keyBytes, filter.plain === true);
    const merge = new MergePages(keyBytes, builder, {
      plain,
      ...(filter.domains && { accepts: domainFilter(filter.domains) }),
    });
    const erased = plain ? await erasedKeys(tx, keyBytes) : [];
    await readByIndex(tx);
    // A value may come from a fact that doesn't pass, so where values are wanted all are read.
    const sql = streamSql(runs, lists, { ...filter, plain }, plain);
    for await (const rows of copyRows(copyOut(tx, `COPY (${sql}) TO STDOUT (FORMAT binary)`))) {
      for (const row of rows) {
        const source = row[0]!.readInt32BE();
        merge.add(
          source < 0
            ? collectedPage(row, lists[-1 - source]!)
            : {
                source: runs[source]!.source,
                keys: row[1]!,
                plains: row[2] ? withoutValues(row[1]!, row[2], keyBytes, erased) : null,
                origins: row[11]!,
              },
        );
      }
      yield* builder.take();
    }
    merge.end();
    yield* builder.end();
  }

  plainLines(since?: string): AsyncIterable<Buffer> {
    return sortedLines(this.dataSource, this.stream({ plain: true, ...(since && { since }) }));
  }

  async hasHashOnly(since?: string): Promise<boolean> {
    const runs = await readableRuns(this.tx, this.lists);
    const [collected] = await this.tx.query(
      'SELECT 1 FROM collected WHERE list_id = ANY ($1) AND plain IS NULL LIMIT 1',
      [this.lists],
    );
    const [erased] = await this.tx.query('SELECT 1 FROM erased LIMIT 1');
    if (!collected && !erased && runs.every(({ hashOnly }) => hashOnly === 0)) return false;
    let found = false;
    // To the end, whatever is found: a stream that is left half-way takes the transaction with it.
    for await (const { size, plainEnds } of this.stream({ plain: true, ...(since && { since }) })) {
      for (let n = 0; n < size && !found; n++) found = plainEnds[n] === (n === 0 ? 0 : plainEnds[n - 1]);
    }
    return found;
  }

  async known(records: Records): Promise<Uint8Array> {
    const marks = new Uint8Array(records.count);
    for (const list of this.lists) await markKnown(this.tx, list, records, marks, WHOLE);
    return marks;
  }

  async count(): Promise<number> {
    const runs = await readableRuns(this.tx, this.lists);
    const [collected] = await this.tx.query('SELECT 1 FROM collected WHERE list_id = ANY ($1) LIMIT 1', [this.lists]);
    if (!collected && runs.length < 2 && !runs[0]?.isFold) return runs[0]?.keys ?? 0;
    let count = 0;
    for await (const { size } of this.stream()) count += size;
    return count;
  }

  private async keyBytes(runs: readonly ReadableRun[]): Promise<KeyBytes> {
    const rows = await this.tx.query(
      `SELECT length(key.key) AS bytes
         FROM unnest($1::text[]) list (id), LATERAL (SELECT key FROM collected WHERE list_id = list.id LIMIT 1) key`,
      [this.lists],
    );
    const sizes = new Set([
      ...runs.map(({ keyBytes }) => keyBytes),
      ...rows.map(({ bytes }: { bytes: KeyBytes }) => bytes),
    ]);
    if (sizes.size > 1) throw new Error('lists whose keys differ in length have no order in common');
    return [...sizes][0] ?? 16;
  }
}
