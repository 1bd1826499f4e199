import type { Tx } from '#database';
import { moveClocks } from './list-clock.js';
import type { CollectedOptOut } from './opt-out.types.js';
import { lockForCollecting } from './values-lock.js';

/** Inserts what isn't there yet by its event. @returns how many were new. */
export async function insertCollected(tx: Tx, collected: readonly CollectedOptOut[]): Promise<number> {
  if (collected.length === 0) return 0;
  // In one order for everybody, so that batches never wait for each other in a circle.
  const rows = [...collected].sort((a, b) => compare(a.listId, b.listId) || compare(a.hash, b.hash));
  await lockForCollecting(tx);
  const stamps = await moveClocks(
    tx,
    rows.map(({ listId }) => listId),
  );
  const column = <T>(value: (row: CollectedOptOut) => T) => rows.map(value);
  const [{ added }] = await tx.query(
    `WITH added AS (
       INSERT INTO collected (list_id, key, event_id, plain, collected_at, came_in, link_key, campaign, affiliate, sub_affiliate, ip, metadata)
       -- Of somebody who was erased nothing is kept but the opt-out.
       SELECT list_id, decode(hash, 'hex'), event_id, CASE WHEN erased.key IS NULL THEN plain END, collected_at, came_in, link_key, campaign, affiliate, sub_affiliate,
              CASE WHEN erased.key IS NULL THEN ip END, CASE WHEN erased.key IS NULL THEN metadata END
         FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
           AS item (list_id, hash, event_id, plain, collected_at, came_in, link_key, campaign, affiliate, sub_affiliate, ip, metadata)
           LEFT JOIN erased ON erased.key = decode(hash, 'hex')
       ON CONFLICT DO NOTHING RETURNING 1)
     SELECT count(*)::int AS added FROM added`,
    [
      column(({ listId }) => listId),
      column(({ hash }) => hash),
      column(({ eventId }) => eventId),
      column(({ plain }) => plain ?? null),
      column(({ collectedAt }) => collectedAt),
      column(({ listId }) => stamps.get(listId)),
      column(({ linkKey }) => linkKey ?? null),
      column(({ campaign }) => campaign ?? null),
      column(({ affiliate }) => affiliate ?? null),
      column(({ subAffiliate }) => subAffiliate ?? null),
      column(({ ip }) => ip ?? null),
      column(({ metadata }) => metadata ?? null),
    ],
  );
  return added;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
