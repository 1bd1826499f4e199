import type { Tx } from '#database';
import type { FoldSource, MergeSource } from './kernels/merge-pages.js';
import type { OptOutFilter } from './opt-out.types.js';
import type { Run } from './run.types.js';

/** Pages that a reader of a list has to look at: a visible run, or a fold of runs of which some are visible. */
export interface ReadableRun extends Run {
  readonly isFold: boolean;
  /** Whose they are, and whether that passes the filter. */
  readonly source: MergeSource | FoldSource;
  /** Of the visible runs together: a key of several members of a fold counts for each. */
  readonly keys: number;
  readonly hashOnly: number;
}

/** In the order in which the runs came in. */
export async function readableRuns(
  tx: Tx,
  lists: readonly string[],
  filter: OptOutFilter = {},
): Promise<ReadableRun[]> {
  const wanted = (filter.types ?? ['imported']).includes('imported') && filter.metadata === undefined;
  const rows = await tx.query(
    `SELECT id, list_id, key_bytes, own_table, import_id, came_in, key_count::float8 AS keys, hash_only::float8, folded_into, ordinal,
            $2::boolean AND ($3::timestamptz IS NULL OR came_in >= $3) AND ($4::timestamptz IS NULL OR came_in < $4)
                        AND ($5::timestamptz IS NULL OR came_in > $5) AS passes
       FROM opt_out_run WHERE list_id = ANY ($1) AND visible ORDER BY came_in, id`,
    [lists, wanted, filter.from ?? null, filter.before ?? null, filter.since ?? null],
  );
  const runs = new Map<string, ReadableRun & { keys: number; hashOnly: number }>();
  for (const row of rows) {
    const { list_id: listId, key_bytes: keyBytes, own_table: ownTable, passes } = row;
    const fact = { type: 'imported', listId, at: row.came_in, importReference: row.import_id } as const;
    const isFold = row.folded_into !== null;
    const id = row.folded_into ?? row.id;
    const source: MergeSource | FoldSource = isFold ? { members: [] } : { fact, passes };
    const run = runs.get(id) ?? { id, listId, keyBytes, ownTable, isFold, source, keys: 0, hashOnly: 0 };
    run.keys += row.keys;
    run.hashOnly += row.hash_only;
    if ('members' in run.source) run.source.members[row.ordinal] = { fact, passes };
    runs.set(id, run);
  }
  return [...runs.values()];
}
