import type { Tx } from '#database';

/** Notes the events as seen by the consumer. @returns the ids of those that it hadn't seen before. */
export async function enterInInbox(tx: Tx, consumer: string, eventIds: string[]): Promise<Set<string>> {
  const rows = (await tx.query(
    // Sorted, so that two workers with the same events wait for one another instead of deadlocking.
    `INSERT INTO inbox (consumer, event_id)
     SELECT $1, id FROM unnest($2::uuid[]) id ORDER BY id
     ON CONFLICT DO NOTHING
     RETURNING event_id`,
    [consumer, eventIds],
  )) as { event_id: string }[];
  return new Set(rows.map((row) => row.event_id));
}

/** Forgets up to `limit` events that were seen longer ago than the given days. @returns how many. */
export async function pruneInbox(tx: Tx, days: number, limit: number): Promise<number> {
  const [, count] = (await tx.query(
    `DELETE FROM inbox
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM inbox WHERE seen_at < now() - make_interval(days => $1) LIMIT $2))`,
    [days, limit],
  )) as [unknown, number];
  return count;
}
