import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { copyIn, type Tx } from '#database';
import { PageRows } from './copy/page-rows.js';
import type { Records } from './kernels/records.js';
import { markKnown } from './known-records.js';
import { moveClocks } from './list-clock.js';
import type { KeyBytes } from './opt-out.types.js';
import { createPageTable, pageTable } from './page-tables.js';
import type { KeySpan, Run, RunContent } from './run.types.js';

/** The life of a run: begun, filled by parts that nobody sees, published whole, hidden, purged. */
@Injectable()
export class Runs {
  constructor(private readonly dataSource: DataSource) {}

  /** A run for this import, or the one that it has already. Big ones (millions of keys) get a table of their own. */
  async begin(tx: Tx, run: { listId: string; importId: string; keyBytes: KeyBytes; ownTable: boolean }): Promise<Run> {
    const [begun] = await tx.query(
      `INSERT INTO opt_out_run (list_id, import_id, key_bytes, own_table) VALUES ($1, $2, $3, $4) ON CONFLICT (import_id) DO NOTHING RETURNING id`,
      [run.listId, run.importId, run.keyBytes, run.ownTable],
    );
    if (!begun) return this.ofImport(tx, run.importId);
    if (run.ownTable) await createPageTable(tx, { id: begun.id, ownTable: true });
    return { ...run, id: begun.id };
  }

  async ofImport(tx: Tx, importId: string): Promise<Run> {
    const [row] = await tx.query(
      `SELECT id, list_id AS "listId", key_bytes AS "keyBytes", own_table AS "ownTable" FROM opt_out_run WHERE import_id = $1`,
      [importId],
    );
    return row;
  }

  /** Writes a part: sorted, without repeats, and no other part of the run has keys between its first and its last. The records are used up. */
  async addPart(tx: Tx, run: Run, records: Records): Promise<RunContent> {
    const keys = records.count;
    if (keys === 0) return { keys: 0, hashOnly: 0 };
    const id = BigInt(run.id);
    const rows = new PageRows(records, { write: (writer) => writer.int8(id) });
    await copyIn(tx, `COPY ${pageTable(run)} (run, first, keys, plains) FROM STDIN (FORMAT binary)`, rows.chunks());
    return { keys, hashOnly: rows.hashOnly };
  }

  /** Of sorted records without repeats, how many the list has already: in visible runs, or collected. One snapshot, of what was committed: runs may be folded meanwhile. */
  async countKnown(listId: string, records: Records, span: KeySpan): Promise<number> {
    if (records.count === 0) return 0;
    const marks = new Uint8Array(records.count);
    await this.dataSource.transaction('REPEATABLE READ', (tx) => markKnown(tx, listId, records, marks, span));
    let known = 0;
    for (const mark of marks) known += mark;
    return known;
  }

  /** Makes the run part of its list. */
  async publish(tx: Tx, importId: string, { keys, hashOnly }: RunContent): Promise<void> {
    const { listId } = await this.ofImport(tx, importId);
    const stamp = (await moveClocks(tx, [listId])).get(listId);
    await tx.query(
      `UPDATE opt_out_run SET visible = true, came_in = $2, key_count = $3, hash_only = $4 WHERE import_id = $1`,
      [importId, stamp, keys, hashOnly],
    );
  }

  /** Takes the run out of its list at once. Keys that came in another way too stay by themselves, because every run keeps all of its keys. */
  async hide(tx: Tx, importId: string): Promise<void> {
    const [hidden] = await tx.query(`SELECT list_id FROM opt_out_run WHERE import_id = $1 AND visible`, [importId]);
    if (!hidden) return;
    await moveClocks(tx, [hidden.list_id]);
    await tx.query(`UPDATE opt_out_run SET visible = false, hidden_at = clock_timestamp() WHERE import_id = $1`, [
      importId,
    ]);
  }

  /** Imports whose runs were hidden so long ago that no reader is left who has seen them. Those in folds are let go of first, by {@link Folding}. */
  async hiddenSince(tx: Tx, minutes: number): Promise<string[]> {
    const rows = await tx.query(
      `SELECT import_id AS id FROM opt_out_run WHERE hidden_at < clock_timestamp() - make_interval(mins => $1) AND folded_into IS NULL`,
      [minutes],
    );
    return rows.map(({ id }: { id: string }) => id);
  }

  /** Throws the pages of a run away that nobody sees. Waits for nobody: a reader who still has the table open makes this fail, and it is tried again later. */
  async purge(tx: Tx, importId: string): Promise<void> {
    const run = await this.ofImport(tx, importId);
    if (!run) return;
    await tx.query(`SET LOCAL lock_timeout = '1s'`);
    if (run.ownTable) await tx.query(`DROP TABLE IF EXISTS ${pageTable(run)}`);
    else await tx.query('DELETE FROM opt_out_page WHERE run = $1', [run.id]);
    await tx.query('DELETE FROM opt_out_run WHERE id = $1 AND NOT visible', [run.id]);
  }
}
