import type { FoldSource, MergeSource } from './kernels/merge-pages.js';
import type { OptOutFilter } from './opt-out.types.js';
import { pageTable, text } from './page-tables.js';
import type { ReadableRun } from './readable-runs.js';

/**
 * Pages of runs and collected rows in one stream, by first key: (source, keys, plains, passes, collected_at, link_key, campaign, affiliate, sub_affiliate, ip, metadata, origins).
 * `source` is the index of a run, or -1 less the index of a list. Each branch is read along its index, so PostgreSQL merges the branches and sorts nothing.
 */
export function streamSql(
  runs: readonly ReadableRun[],
  lists: readonly string[],
  filter: OptOutFilter,
  all: boolean,
): string {
  const branches = runs.flatMap((run, source) =>
    all || passes(run.source)
      ? [
          `(SELECT ${source}::int AS source, first, keys, ${filter.plain ? 'plains' : 'NULL::bytea AS plains'}, NULL::boolean AS passes, NULL::timestamptz AS collected_at,
                   NULL::text AS link_key, NULL::text AS campaign, NULL::text AS affiliate, NULL::text AS sub_affiliate, NULL::text AS ip, NULL::text AS metadata,
                   ${run.isFold ? 'origins' : 'NULL::bytea AS origins'}
              FROM ${pageTable(run)} WHERE run = ${BigInt(run.id)})`,
        ]
      : [],
  );
  const collected = collectedPasses(filter);
  if (collected !== 'false' || all) {
    lists.forEach((list, index) => {
      branches.push(
        `(SELECT ${-1 - index}::int AS source, key AS first, key AS keys, ${filter.plain ? `convert_to(plain, 'UTF8')` : 'NULL::bytea'} AS plains, ${collected} AS passes, collected_at, link_key, campaign, affiliate, sub_affiliate, ip, metadata,
                NULL::bytea AS origins
            FROM collected WHERE list_id = ${text(list)} ${all ? '' : `AND ${collected}`})`,
      );
    });
  }
  if (branches.length === 0) return 'SELECT 1 WHERE false';
  return `SELECT source, keys, plains, passes, collected_at, link_key, campaign, affiliate, sub_affiliate, ip, metadata, origins
            FROM (${branches.join(' UNION ALL ')}) page ORDER BY first`;
}

function passes(source: MergeSource | FoldSource): boolean {
  return 'fact' in source ? source.passes : source.members.some((member) => member?.passes);
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
