import type { Tx } from '#database';
import { pageTable } from '../page-tables.js';
import { withoutValues } from './without-values.js';

/** Keys of erased persons, sorted; of one length. */
export async function erasedKeys(tx: Tx, keyBytes: number): Promise<Buffer[]> {
  const rows = await tx.query('SELECT key FROM erased WHERE length(key) = $1 ORDER BY key', [keyBytes]);
  return rows.map(({ key }: { key: Buffer }) => key);
}

export async function enterErased(tx: Tx, keys: readonly Buffer[]): Promise<void> {
  await tx.query('INSERT INTO erased (key) SELECT unnest($1::bytea[]) ON CONFLICT DO NOTHING', [keys]);
}

interface PlainPage {
  run: string;
  list: string;
  table: string;
  first: Buffer;
  keys: Buffer;
  plains: Buffer;
}

/** Keys of lists that keep values. */
const PLAIN_KEY_BYTES = 16;

/** Pages of all runs, of those too that nobody sees yet, in which the key's value would be. None of them is thrown away before the end of the transaction. */
export async function pagesWithValue(tx: Tx, key: Buffer): Promise<PlainPage[]> {
  if (key.length !== PLAIN_KEY_BYTES) return [];
  const own: { id: string }[] = await tx.query(
    'SELECT id FROM opt_out_run WHERE own_table AND key_bytes = $1 FOR KEY SHARE',
    [key.length],
  );
  const pages = await pagesIn(tx, 'opt_out_page', 'NOT run.own_table', key);
  for (const { id } of own)
    pages.push(...(await pagesIn(tx, pageTable({ id, ownTable: true }), `run.id = ${BigInt(id)}`, key)));
  return pages.filter(({ keys, plains }) => withoutValues(keys, plains, key.length, [key]) !== plains);
}

async function pagesIn(tx: Tx, table: string, runs: string, key: Buffer): Promise<PlainPage[]> {
  const rows: Omit<PlainPage, 'table'>[] = await tx.query(
    `SELECT run.id AS run, run.list_id AS list, page.first, page.keys, page.plains
       FROM opt_out_run run,
            LATERAL (SELECT first, keys, plains FROM ${table} WHERE run = run.id AND first <= $1 ORDER BY first DESC LIMIT 1) page
      WHERE ${runs} AND run.key_bytes = $2 AND page.plains IS NOT NULL`,
    [key, key.length],
  );
  return rows.map((row) => ({ ...row, table }));
}

/** The only thing that ever changes a page: one block, of which its readers see either state. */
export async function takeValueOut(tx: Tx, key: Buffer, { run, table, first, keys, plains }: PlainPage): Promise<void> {
  const rest = withoutValues(keys, plains, key.length, [key]);
  const [, count] = await tx.query(`UPDATE ${table} SET plains = $3 WHERE run = $1 AND first = $2 AND plains = $4`, [
    run,
    first,
    rest,
    plains,
  ]);
  // Whose it was in a fold isn't asked: that any is known by its hash alone is a hint to look.
  if (count > 0)
    await tx.query('UPDATE opt_out_run SET hash_only = hash_only + 1 WHERE id = $1 OR folded_into = $1', [run]);
}

/** Collected rows that have something of the persons. */
const TELLING = `list_id = ANY (ARRAY(SELECT list_id FROM list_clock)) AND key = ANY ($1)
  AND (plain IS NOT NULL OR ip IS NOT NULL OR metadata IS NOT NULL)`;

export async function isInCollected(tx: Tx, keys: readonly Buffer[]): Promise<boolean> {
  return (await tx.query(`SELECT FROM collected WHERE ${TELLING} LIMIT 1`, [keys])).length > 0;
}

/** Collected rows keep the hash, the time and the campaign. @returns how many had something of the person */
export async function stripCollected(tx: Tx, keys: readonly Buffer[]): Promise<number> {
  const [, count] = await tx.query(`UPDATE collected SET plain = NULL, ip = NULL, metadata = NULL WHERE ${TELLING}`, [
    keys,
  ]);
  return count;
}

/** Lists whose collected rows have a value of the person. */
export async function listsWithCollected(tx: Tx, keys: readonly Buffer[]): Promise<string[]> {
  const rows = await tx.query(
    `SELECT DISTINCT list_id AS id FROM collected
      WHERE list_id = ANY (ARRAY(SELECT list_id FROM list_clock)) AND key = ANY ($1) AND plain IS NOT NULL`,
    [keys],
  );
  return rows.map(({ id }: { id: string }) => id);
}
