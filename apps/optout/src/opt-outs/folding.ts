/**
 * Folds small runs of a list into one, so that a list fed by thousands of small imports is read nearly like one fed at once. Whose a key is stays beside it: removal, dates and deltas are those of the
 * runs, whatever they are folded into. By tiers of sixteen times the size, so that a key is written again a few times at most.
 */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { copyIn, copyOut, type Tx } from '#database';
import { copyRows } from './copy/copy-rows.js';
import { CopyWriter } from './copy/copy-writer.js';
import { type FoldedSource, FoldPages, MAX_MEMBERS } from './kernels/fold-pages.js';
import type { KeyBytes } from './opt-out.types.js';
import { readByIndex } from './page-tables.js';
import { lockForCopying } from './values-lock.js';

/** Runs, and folds, of fewer keys are folded. */
const SMALL_KEYS = 1_000_000;
/** More of one tier than this are folded, up to twice as many at once. */
const RUNS_A_TIER = 16;
/** Most bytes of a page's row in COPY. */
const ROW_BYTES = 8_400;

interface Part {
  id: string;
  isFold: boolean;
  keyBytes: KeyBytes;
}

@Injectable()
export class Folding {
  /** Tests fold fewer. */
  runsATier = RUNS_A_TIER;
  maxMembers = MAX_MEMBERS;

  constructor(private readonly dataSource: DataSource) {}

  /** Tiers of lists that have many small runs, the smallest first. */
  wanted(): Promise<{ listId: string; tier: number }[]> {
    return this.dataSource.query(
      `SELECT list_id AS "listId", length(to_hex(key_count)) AS tier
         FROM opt_out_run WHERE ${FOLDABLE} AND key_count < $1 GROUP BY list_id, tier HAVING count(*) > $2 ORDER BY tier`,
      [SMALL_KEYS, this.runsATier],
    );
  }

  /** Folds that hold keys of runs hidden long ago. */
  stale(minutes: number): Promise<{ listId: string; fold: string }[]> {
    return this.dataSource.query(
      `SELECT DISTINCT list_id AS "listId", folded_into AS fold
         FROM opt_out_run WHERE folded_into IS NOT NULL AND hidden_at < clock_timestamp() - make_interval(mins => $1)`,
      [minutes],
    );
  }

  /** Folds some of a tier of a list. Nobody may hide or publish runs of the list meanwhile. @returns false if there are no two that go into one fold */
  async foldTier(tx: Tx, { listId, tier }: { listId: string; tier: number }): Promise<boolean> {
    const parts: (Part & { members: number })[] = await tx.query(
      `SELECT id, import_id IS NULL AS "isFold", key_bytes AS "keyBytes",
              CASE WHEN import_id IS NULL THEN (SELECT count(*)::int FROM opt_out_run member WHERE member.folded_into = run.id) ELSE 1 END AS members
         FROM opt_out_run run WHERE list_id = $1 AND ${FOLDABLE} AND key_count < $2 AND length(to_hex(key_count)) = $3 ORDER BY members, id LIMIT $4`,
      [listId, SMALL_KEYS, tier, 2 * RUNS_A_TIER],
    );
    // Those with few members first: a fold that has nearly as many as it can have must not keep the others apart.
    let members = 0;
    const few: Part[] = parts.filter((part) => {
      members += part.members;
      return members <= this.maxMembers;
    });
    if (few.length < 2) return false;
    await this.fold(tx, listId, few);
    return true;
  }

  /** Writes a fold once more, without the keys of members that are hidden. Under the same condition. */
  async rewrite(tx: Tx, { listId, fold }: { listId: string; fold: string }): Promise<void> {
    const [part] = await tx.query(
      `SELECT id, true AS "isFold", key_bytes AS "keyBytes" FROM opt_out_run WHERE id = $1 AND import_id IS NULL`,
      [fold],
    );
    if (part) await this.fold(tx, listId, [part]);
  }

  private async fold(tx: Tx, listId: string, parts: readonly Part[]): Promise<void> {
    await lockForCopying(tx);
    const ids = parts.map(({ id }) => id);
    const { keyBytes } = parts[0]!;
    const members: { id: string; part: string; before: number }[] = await tx.query(
      `SELECT id, coalesce(folded_into, id) AS part, coalesce(ordinal, 0) AS before
         FROM opt_out_run WHERE coalesce(folded_into, id) = ANY ($1) AND visible ORDER BY came_in, id`,
      [ids],
    );
    const [{ id: fold }] = await tx.query(
      'INSERT INTO opt_out_run (list_id, key_bytes, own_table) VALUES ($1, $2, false) RETURNING id',
      [listId, keyBytes],
    );
    const sources = new Map<string, (number | undefined)[]>(ids.map((id) => [id, []]));
    for (const [ordinal, { part, before }] of members.entries()) sources.get(part)![before] = ordinal;

    const keys = await this.writePages(tx, { fold, keyBytes, parts: ids, sources: ids.map((id) => sources.get(id)!) });

    await tx.query(
      'UPDATE opt_out_run SET folded_into = NULL, ordinal = NULL WHERE folded_into = ANY ($1) AND NOT visible',
      [ids],
    );
    await tx.query(
      `UPDATE opt_out_run SET folded_into = $1, ordinal = member.ordinal - 1
         FROM unnest($2::bigint[]) WITH ORDINALITY AS member (id, ordinal) WHERE opt_out_run.id = member.id`,
      [fold, members.map(({ id }) => id)],
    );
    await tx.query('DELETE FROM opt_out_page WHERE run = ANY ($1)', [ids]);
    await tx.query('DELETE FROM opt_out_run WHERE id = ANY ($1) AND import_id IS NULL', [ids]);
    if (keys === 0) await tx.query('DELETE FROM opt_out_run WHERE id = $1', [fold]);
    else await tx.query('UPDATE opt_out_run SET key_count = $2 WHERE id = $1', [fold, keys]);
  }

  /** What is read was committed before, so a connection of its own sees it: one can't read and write at the same time. */
  private writePages(
    tx: Tx,
    work: { fold: string; keyBytes: KeyBytes; parts: readonly string[]; sources: readonly FoldedSource[] },
  ): Promise<number> {
    return this.dataSource.transaction(async (reader) => {
      await readByIndex(reader);
      const select = work.parts
        .map(
          (id, part) =>
            `(SELECT ${part}::int AS part, first, keys, plains, origins FROM opt_out_page WHERE run = ${BigInt(id)})`,
        )
        .join(' UNION ALL ');
      const pages = copyRows(
        copyOut(
          reader,
          `COPY (SELECT part, keys, plains, origins FROM (${select}) page ORDER BY first) TO STDOUT (FORMAT binary)`,
        ),
      );
      const counted = { keys: 0 };
      await copyIn(
        tx,
        'COPY opt_out_page (run, first, keys, plains, origins) FROM STDIN (FORMAT binary)',
        foldedRows(pages, work, counted),
      );
      return counted.keys;
    });
  }
}

/** A fold, or a visible run of its own. */
const FOLDABLE = 'folded_into IS NULL AND NOT own_table AND (visible OR import_id IS NULL)';

async function* foldedRows(
  pages: ReturnType<typeof copyRows>,
  { fold, keyBytes, sources }: { fold: string; keyBytes: KeyBytes; sources: readonly FoldedSource[] },
  counted: { keys: number },
): AsyncGenerator<Buffer, void, undefined> {
  const writer = new CopyWriter();
  const full: Buffer[] = [];
  const run = BigInt(fold);
  const merge = new FoldPages(keyBytes, ({ keys, plains, origins }) => {
    const chunk = writer.row(5, ROW_BYTES);
    // More than one chunk may be filled before any is sent.
    if (chunk) full.push(Buffer.from(chunk));
    writer.int8(run);
    writer.bytes(keys.subarray(0, keyBytes));
    writer.bytes(keys);
    if (plains) writer.bytes(plains);
    else writer.nothing();
    writer.bytes(origins);
  });
  for await (const rows of pages) {
    for (const [part, keys, plains, origins] of rows) {
      merge.add({ source: sources[part!.readInt32BE()]!, keys: keys!, plains: plains!, origins: origins! });
    }
    yield* full.splice(0);
  }
  merge.end();
  yield* full.splice(0);
  yield writer.end();
  counted.keys = merge.keyCount;
}
