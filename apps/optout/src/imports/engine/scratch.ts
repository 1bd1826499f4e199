import { copyIn, copyOut, type Tx } from '#database';
import {
  bytea,
  copyRows,
  dropRepeats,
  fillRecords,
  type KeySpan,
  PageRows,
  type Records,
  readByIndex,
  sortRecords,
} from '../../opt-outs/index.js';

/**
 * The scratch table of an import: what its ranges have read, in sorted pieces, each in pages like those of the store. Unlogged, because a range can always be read again.
 * A piece is known by a number: 64 to a range, of which one is usual.
 */
const PIECES_A_RANGE = 64;

const tableOf = (importId: string) => `import_scratch_${importId.replaceAll('-', '')}`;

export async function createScratch(tx: Tx, importId: string): Promise<void> {
  const table = tableOf(importId);
  await dropScratch(tx, importId);
  await tx.query(`
    CREATE UNLOGGED TABLE ${table} (piece integer, first bytea, keys bytea NOT NULL, plains bytea, PRIMARY KEY (piece, first)) WITH (autovacuum_enabled = off);
    ALTER TABLE ${table} ALTER first SET STORAGE PLAIN, ALTER keys SET STORAGE PLAIN, ALTER plains SET STORAGE PLAIN`);
}

export async function dropScratch(tx: Tx, importId: string): Promise<void> {
  await tx.query(`DROP TABLE IF EXISTS ${tableOf(importId)}`);
}

/** Sorts what a range has read so far, drops repeats, writes it as one piece and empties the records. @returns the first keys of its pages. */
export async function writePiece(
  tx: Tx,
  importId: string,
  part: { range: number; piece: number },
  records: Records,
): Promise<Buffer[]> {
  if (part.piece >= PIECES_A_RANGE) throw new RangeError('a range of more pieces than are possible');
  const number = part.range * PIECES_A_RANGE + part.piece;
  sortRecords(records);
  dropRepeats(records);
  const firsts: Buffer[] = [];
  const rows = new PageRows(records, { write: (writer) => writer.int4(number) }, (first) =>
    firsts.push(Buffer.from(first)),
  );
  await copyIn(tx, `COPY ${tableOf(importId)} (piece, first, keys, plains) FROM STDIN (FORMAT binary)`, rows.chunks());
  records.clear();
  return firsts;
}

/** Fills the records with what all pieces have in the span: sorted, without repeats. */
export async function readSpan(
  tx: Tx,
  importId: string,
  ranges: readonly { range: number; pieces: number }[],
  { low, high }: KeySpan,
  records: Records,
): Promise<void> {
  records.clear();
  const pieces = ranges.flatMap(({ range, pieces }) =>
    Array.from({ length: pieces }, (_, piece) => range * PIECES_A_RANGE + piece),
  );
  if (pieces.length === 0) return;
  const table = tableOf(importId);
  await readByIndex(tx);
  const select = `
    SELECT page.keys, page.plains
      FROM unnest('{${pieces.join(',')}}'::int[]) number,
           LATERAL (SELECT keys, plains FROM ${table}
                     WHERE piece = number
                       AND first >= coalesce((SELECT first FROM ${table} WHERE piece = number AND first <= ${bytea(low)} ORDER BY first DESC LIMIT 1), ${bytea(low)})
                       ${high ? `AND first < ${bytea(high)}` : ''}) page`;
  for await (const rows of copyRows(copyOut(tx, `COPY (${select}) TO STDOUT (FORMAT binary)`))) {
    for (const [keys, plains] of rows) fillRecords(records, keys!, plains!, low, high);
  }
  sortRecords(records);
  dropRepeats(records);
}
