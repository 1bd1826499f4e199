import type { Tx } from '#database';
import { lowerBound } from './kernels/fill-records.js';
import { LAST, ORDINAL, originAt } from './kernels/origins.js';
import type { OptOutFact } from './opt-out.types.js';
import { pageTable } from './page-tables.js';

/** All facts about a key: a look into one page of each run, and the collected rows. Of all lists, unless some are named. Wants one snapshot (REPEATABLE READ). */
export async function findFacts(tx: Tx, key: Buffer, lists?: readonly string[]): Promise<OptOutFact[]> {
  const of = lists ?? null;
  return [...(await imported(tx, key, of)), ...(await folded(tx, key, of)), ...(await collected(tx, key, of))];
}

async function imported(tx: Tx, key: Buffer, lists: readonly string[] | null): Promise<OptOutFact[]> {
  const tables: { id: string; own_table: boolean }[] = await tx.query(
    'SELECT id, own_table FROM opt_out_run WHERE visible AND own_table AND key_bytes = $1 AND ($2::text[] IS NULL OR list_id = ANY ($2))',
    [key.length, lists],
  );
  const places = ['opt_out_page', ...tables.map(({ id }) => pageTable({ id, ownTable: true }))];
  const select = places.map(
    (table) => `
      SELECT run.list_id, run.came_in, run.import_id, page.keys
        FROM opt_out_run run, LATERAL (SELECT keys FROM ${table} WHERE run = run.id AND first <= $1 ORDER BY first DESC LIMIT 1) page
       WHERE run.visible AND run.folded_into IS NULL AND run.key_bytes = ${key.length} AND ($2::text[] IS NULL OR run.list_id = ANY ($2))
         AND ${table === 'opt_out_page' ? 'NOT run.own_table' : `run.id = ${table.slice('opt_out_page_'.length)}`}`,
  );
  const pages = await tx.query(select.join(' UNION ALL '), [key, lists]);
  // biome-ignore lint/suspicious/noExplicitAny: a row
  return pages.filter(({ keys }: any) => indexIn(keys, key) >= 0).map(factOf);
}

/** Of folds: whose the key is stands beside it. */
async function folded(tx: Tx, key: Buffer, lists: readonly string[] | null): Promise<OptOutFact[]> {
  const pages = await tx.query(
    `SELECT fold.id, page.keys, page.origins
       FROM opt_out_run fold, LATERAL (SELECT keys, origins FROM opt_out_page WHERE run = fold.id AND first <= $1 ORDER BY first DESC LIMIT 1) page
      WHERE fold.import_id IS NULL AND fold.key_bytes = $2 AND ($3::text[] IS NULL OR fold.list_id = ANY ($3))`,
    [key, key.length, lists],
  );
  const facts: OptOutFact[] = [];
  for (const { id, keys, origins } of pages) {
    const index = indexIn(keys, key);
    if (index < 0) continue;
    const members = await tx.query(
      `SELECT list_id, came_in, import_id FROM opt_out_run WHERE folded_into = $1 AND ordinal = ANY ($2) AND visible ORDER BY ordinal`,
      [id, ordinalsAt(origins, index)],
    );
    facts.push(...members.map(factOf));
  }
  return facts;
}

// biome-ignore lint/suspicious/noExplicitAny: a row
function factOf({ list_id, came_in, import_id }: any): OptOutFact {
  return { type: 'imported', listId: list_id, at: came_in, importReference: import_id };
}

/** The key's index in a page, or -1. */
function indexIn(keys: Buffer, key: Buffer): number {
  const index = lowerBound(keys, key.length, key);
  const at = index * key.length;
  return at < keys.length && keys.compare(key, 0, key.length, at, at + key.length) === 0 ? index : -1;
}

function ordinalsAt(origins: Buffer, index: number): number[] {
  const ordinals: number[] = [];
  for (let at = 0, key = 0; key <= index; at += 2) {
    const origin = originAt(origins, at);
    if (key === index) ordinals.push(origin & ORDINAL);
    if (origin & LAST) key++;
  }
  return ordinals;
}

async function collected(tx: Tx, key: Buffer, lists: readonly string[] | null): Promise<OptOutFact[]> {
  const ofList =
    lists ?? (await tx.query('SELECT list_id FROM list_clock')).map((row: { list_id: string }) => row.list_id);
  const rows = await tx.query(
    `SELECT list_id, collected_at, link_key, campaign, affiliate, sub_affiliate, ip, metadata
       FROM collected WHERE list_id = ANY ($1) AND key = $2 ORDER BY collected_at`,
    [ofList, key],
  );
  // biome-ignore lint/suspicious/noExplicitAny: a row
  return rows.map((row: any) => ({
    type: 'collected',
    listId: row.list_id,
    at: row.collected_at,
    ...(row.link_key && { linkKey: row.link_key }),
    ...(row.campaign && { campaign: row.campaign }),
    ...(row.affiliate && { affiliate: row.affiliate }),
    ...(row.sub_affiliate && { subAffiliate: row.sub_affiliate }),
    ...(row.ip && { ip: row.ip }),
    ...(row.metadata && { metadata: row.metadata }),
  }));
}
