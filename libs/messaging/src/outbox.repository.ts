import type { Tx } from '#database';

/** An event on its way out, as the outbox holds it. */
export interface OutboxRow {
  position: string;
  event_id: string;
  type: string;
  body: string;
  request_id: string | null;
  cause_id: string | null;
}

export type NewOutboxRow = Omit<OutboxRow, 'position'>;

export async function insertIntoOutbox(tx: Tx, rows: NewOutboxRow[]): Promise<void> {
  await tx.query(
    `INSERT INTO outbox (event_id, type, body, request_id, cause_id)
     SELECT * FROM unnest($1::uuid[], $2::text[], string_to_array($3, chr(30)), $4::text[], $5::uuid[])`,
    columnsOf(rows),
  );
}

/**
 * Takes the oldest rows that no other relay has in hand. They are gone when the transaction commits, and back if it
 * doesn't. Never "position > last": the order of the sequence isn't the order of commits.
 */
export async function takeFromOutbox(tx: Tx, limit: number): Promise<OutboxRow[]> {
  const [rows] = (await tx.query(
    `DELETE FROM outbox
      WHERE position = ANY (ARRAY(
              SELECT position FROM outbox
               WHERE not_before <= now()
               ORDER BY position
               LIMIT $1
                 FOR UPDATE SKIP LOCKED))
     RETURNING position, event_id, type, body, request_id, cause_id`,
    [limit],
  )) as [OutboxRow[], number];
  return rows.sort((a, b) => Number(a.position) - Number(b.position));
}

/** Puts rows that couldn't be published back, to be left alone for the given time so that they hold up no others. */
export async function returnToOutbox(tx: Tx, rows: OutboxRow[], seconds: number): Promise<void> {
  await tx.query(
    `INSERT INTO outbox (event_id, type, body, request_id, cause_id, not_before)
     SELECT u.*, now() + make_interval(secs => $6)
       FROM unnest($1::uuid[], $2::text[], string_to_array($3, chr(30)), $4::text[], $5::uuid[]) u`,
    [...columnsOf(rows), seconds],
  );
}

/** Between bodies: no control character stands unescaped in JSON (RFC 8259, section 7), so nothing of a body need be looked at. */
const SEPARATOR = '\u001e';

/** Ids and types are written as they are: they hold nothing that an array's text would have to quote. */
const columnsOf = (rows: NewOutboxRow[]) => [
  `{${rows.map((row) => row.event_id).join()}}`,
  `{${rows.map((row) => row.type).join()}}`,
  rows.map((row) => row.body).join(SEPARATOR),
  rows.map((row) => row.request_id),
  `{${rows.map((row) => row.cause_id ?? 'NULL').join()}}`,
];

/** A look at a backlog that is larger would cost more than it tells. */
const SIGHT = 1_000_000;

export async function countOutbox(tx: Tx): Promise<number> {
  const [{ count }] = await tx.query(`SELECT count(*)::int AS count FROM (SELECT FROM outbox LIMIT ${SIGHT}) waiting`);
  return count;
}

/** Its event's id. By that and not by position: what is put back gets a new one. */
export async function oldestOfOutbox(tx: Tx): Promise<string | undefined> {
  const [{ oldest }] = await tx.query(
    `SELECT min(event_id::text) AS oldest FROM (SELECT event_id FROM outbox LIMIT ${SIGHT}) waiting`,
  );
  return oldest ?? undefined;
}
