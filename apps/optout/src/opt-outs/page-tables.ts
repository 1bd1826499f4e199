import type { Tx } from '#database';
import type { ReadableRun } from './readable-runs.js';
import type { KeySpan } from './run.types.js';

/**
 * Where a run's pages are. The pages of small runs share a table. A big run has one of its own, because to drop a table costs nothing, while to delete 100 million keys writes gigabytes of log;
 * being a table and not a partition, it comes and goes without a lock that a reader of another run could wait for.
 */
export function pageTable(run: { id: string; ownTable: boolean }): string {
  return run.ownTable ? `opt_out_page_${BigInt(run.id)}` : 'opt_out_page';
}

export async function createPageTable(tx: Tx, run: { id: string; ownTable: boolean }): Promise<void> {
  // Pages are never changed, so there is nothing for the autovacuum to do but to write them all once more.
  await tx.query(
    `CREATE TABLE ${pageTable(run)} (LIKE opt_out_page INCLUDING STORAGE INCLUDING INDEXES) WITH (autovacuum_enabled = off)`,
  );
}

/** SQL of the pages of a run that may have keys in the span, in order. Without statistics of a young table the planner needs the word of {@link readByIndex}. */
export function pagesInSpan(run: ReadableRun, { low, high }: KeySpan): string {
  const table = pageTable(run);
  return `SELECT keys${run.isFold ? ', origins' : ''} FROM ${table}
           WHERE run = ${BigInt(run.id)}
             AND first >= coalesce((SELECT first FROM ${table} WHERE run = ${BigInt(run.id)} AND first <= ${bytea(low)} ORDER BY first DESC LIMIT 1), ${bytea(low)})
             ${high ? `AND first < ${bytea(high)}` : ''}
           ORDER BY first`;
}

/** Pages are read along their index: sorting them would spill them to disk. For this transaction. */
export async function readByIndex(tx: Tx): Promise<void> {
  await tx.query(
    `SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0`,
  );
}

/** COPY takes no parameters. */
export function bytea(bytes: Uint8Array): string {
  return `'\\x${Buffer.from(bytes).toString('hex')}'::bytea`;
}

export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
