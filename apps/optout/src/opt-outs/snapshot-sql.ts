import type { Tx } from '#database';
import type { OptOutFact, OptOutFilter } from './opt-out.types.js';
import { pageTable, text } from './page-tables.js';
import type { Run } from './run.types.js';

/** A visible run, and whether its fact passes the filter. */
export interface VisibleRun extends Run {
  readonly fact: OptOutFact;
  readonly passes: boolean;
  readonly keys: number;
  readonly hashOnly: number;
}

export async function visibleRuns(tx: Tx, lists: readonly string[], filter: OptOutFilter): Promise<VisibleRun[]> {
  const wanted = (filter.types ?? ['imported']).includes('imported') && filter.metadata === undefined;
  const rows = await tx.query(
    `SELECT id, list_id, key_bytes, own_table, import_id, came_in, key_count::float8 AS keys, hash_only::float8,
            $2::boolean AND ($3::timestamptz IS NULL OR came_in >= $3) AND ($4::timestamptz IS NULL OR came_in < $4)
                        AND ($5::timestamptz IS NULL OR came_in > $5) AS passes
       FROM opt_out_run WHERE list_id = ANY ($1) AND visible ORDER BY came_in, id`,
    [lists, wanted, filter.from ?? null, filter.before ?? null, filter.since ?? null],
  );
  // biome-ignore lint/suspicious/noExplicitAny: a row
  return rows.map((row: any) => ({
    id: row.id,
    listId: row.list_id,
    keyBytes: row.key_bytes,
    ownTable: row.own_table,
    passes: row.passes,
    keys: row.keys,
    hashOnly: row.hash_only,
    fact: { type: 'imported', listId: row.list_id, at: row.came_in, importReference: row.import_id },
  }));
}

/**
 * Pages of runs and collected rows in one stream, by first key: (source, keys, plains, passes, collected_at, link_key, campaign, affiliate, sub_affiliate, ip, metadata).
 * `source` is the index of a run, or -1 less the index of a list. Each branch is read along its index, so PostgreSQL merges the branches and sorts nothing.
 */
export function streamSql(
  runs: readonly VisibleRun[],
  lists: readonly string[],
  filter: OptOutFilter,
  all: boolean,
): string {
  const branches = runs.flatMap((run, source) =>
    run.passes || all
      ? [
          `(SELECT ${source}::int AS source, first, keys, ${filter.plain ? 'plains' : 'NULL::bytea AS plains'}, NULL::boolean AS passes, NULL::timestamptz AS collected_at,
                   NULL::text AS link_key, NULL::text AS campaign, NULL::text AS affiliate, NULL::text AS sub_affiliate, NULL::text AS ip, NULL::text AS metadata
              FROM ${pageTable(run)} WHERE run = ${BigInt(run.id)})`,
        ]
      : [],
  );
  const passes = collectedPasses(filter);
  if (passes !== 'false' || all) {
    lists.forEach((list, index) => {
      branches.push(
        `(SELECT ${-1 - index}::int AS source, key AS first, key AS keys, ${filter.plain ? `convert_to(plain, 'UTF8')` : 'NULL::bytea'} AS plains, ${passes} AS passes, collected_at, link_key, campaign, affiliate, sub_affiliate, ip, metadata
            FROM collected WHERE list_id = ${text(list)} ${all ? '' : `AND ${passes}`})`,
      );
    });
  }
  if (branches.length === 0) return 'SELECT 1 WHERE false';
  return `SELECT source, keys, plains, passes, collected_at, link_key, campaign, affiliate, sub_affiliate, ip, metadata
            FROM (${branches.join(' UNION ALL ')}) page ORDER BY first`;
}

function collectedPasses({ types, from, before, since, metadata }: OptOutFilter): string {
  if (types && !types.includes('collected')) return 'false';
  const conditions = [
    from && `collected_at >= ${text(from.toISOString())}`,
    before && `collected_at < ${text(before.toISOString())}`,
    since && `came_in > ${text(since)}::timestamptz`,
    metadata !== undefined && `metadata IS NOT DISTINCT FROM ${text(metadata)}`,
  ].filter(Boolean);
  return conditions.length === 0 ? 'true' : `(${conditions.join(' AND ')})`;
}
