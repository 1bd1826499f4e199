import type { Tx } from '#database';

/**
 * The clock of each list. Who makes facts visible moves it first, in the same transaction, and writes the stamp on them: the lock on its row makes stamps follow the order of commits, so
 * "came in after w" never misses what was committed later with an earlier time. Lists are locked in order.
 */
export async function moveClocks(tx: Tx, lists: readonly string[]): Promise<Map<string, string>> {
  return move(tx, lists, 1);
}

/** Moves the clocks without a change to the lists, for a reader whose snapshot is opened afterwards. @returns the earliest stamp: a delta since then misses nothing. */
export async function readClocks(tx: Tx, lists: readonly string[]): Promise<string | undefined> {
  return [...(await move(tx, lists, 0)).values()].sort()[0];
}

async function move(tx: Tx, lists: readonly string[], changes: 0 | 1): Promise<Map<string, string>> {
  const stamps = new Map<string, string>();
  for (const list of [...new Set(lists)].sort()) {
    const [row] = await tx.query(
      `INSERT INTO list_clock AS clock (list_id, changes) VALUES ($1, $2)
       ON CONFLICT (list_id) DO UPDATE
         SET stamp = greatest(clock_timestamp(), clock.stamp + interval '1 microsecond'), changes = clock.changes + $2
       RETURNING to_char(stamp AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS stamp`,
      [list, changes],
    );
    stamps.set(list, row.stamp);
  }
  return stamps;
}
