import type { Tx } from '#database';
import { lowerBound } from './kernels/fill-records.js';
import type { OptOutFact } from './opt-out.types.js';
import { pageTable } from './page-tables.js';

/** All facts about a key: a look into one page of each run, and the collected rows. Of all lists, unless some are named. */
export async function findFacts(tx: Tx, key: Buffer, lists?: readonly string[]): Promise<OptOutFact[]> {
  return [...(await imported(tx, key, lists ?? null)), ...(await collected(tx, key, lists ?? null))];
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
       WHERE run.visible AND run.key_bytes = ${key.length} AND ($2::text[] IS NULL OR run.list_id = ANY ($2))
         AND ${table === 'opt_out_page' ? 'NOT run.own_table' : `run.id = ${table.slice('opt_out_page_'.length)}`}`,
  );
  const pages = await tx.query(select.join(' UNION ALL '), [key, lists]);
  // biome-ignore lint/suspicious/noExplicitAny: a row
  return pages.flatMap(({ list_id, came_in, import_id, keys }: any) => {
    const at = lowerBound(keys, key.length, key) * key.length;
    if (at >= keys.length || keys.compare(key, 0, key.length, at, at + key.length) !== 0) return [];
    return [{ type: 'imported', listId: list_id, at: came_in, importReference: import_id }];
  });
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
