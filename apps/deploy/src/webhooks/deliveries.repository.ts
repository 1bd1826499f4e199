import { Injectable } from '@nestjs/common';
import type { CloudEvent } from '#contracts';
import type { Tx } from '#database';
import type { Attempt, DueDelivery } from './delivery.js';

/** A worker that doesn't say how an attempt ended within this time has died; the delivery is anybody's again. Longer than any attempt. */
const LEASE_SECONDS = 60;
const MOST_ATTEMPTS_KEPT = 20;

type Owner = Pick<DueDelivery, 'accountId' | 'webhookId'>;

@Injectable()
export class DeliveriesRepository {
  /** A delivery of each event to each enabled endpoint that wants it. */
  async add(tx: Tx, events: CloudEvent<{ accountId: string }>[]): Promise<void> {
    await tx.query(
      `INSERT INTO webhook_delivery (account_id, webhook_id, event_id, type, body)
       SELECT w.account_id, w.id, e.id, e.type, e.body
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS e (account_id, id, type, body)
       JOIN webhook w ON w.account_id = e.account_id AND w.enabled AND e.type = ANY (w.events)
       ON CONFLICT (account_id, webhook_id, event_id) DO NOTHING`,
      [
        events.map(({ data }) => data.accountId),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map((event) => JSON.stringify(event)),
      ],
    );
  }

  /**
   * Due deliveries that no other worker has in hand. Endpoints take turns: none gets another one while one that has fewer under way waits.
   * @param inFlight how many of each `account/webhook` the worker has under way
   */
  async take(
    tx: Tx,
    { most, mostOfOne, inFlight }: { most: number; mostOfOne: number; inFlight: ReadonlyMap<string, number> },
  ): Promise<DueDelivery[]> {
    const [rows] = await tx.query(
      `WITH next AS (
         SELECT d.id
         FROM webhook w
         LEFT JOIN unnest($3::text[], $4::int[]) AS f (endpoint, count) ON f.endpoint = w.account_id || '/' || w.id
         CROSS JOIN LATERAL (SELECT id, next_at FROM webhook_delivery
                             WHERE account_id = w.account_id AND webhook_id = w.id
                               AND status = 'pending' AND next_at <= now()
                             ORDER BY next_at LIMIT $2 - coalesce(f.count, 0)) d
         WHERE w.enabled
         ORDER BY coalesce(f.count, 0) + row_number() OVER (PARTITION BY w.account_id, w.id ORDER BY d.next_at), d.next_at
         LIMIT $1),
       due AS (
         SELECT id FROM webhook_delivery
         WHERE id IN (SELECT id FROM next) AND status = 'pending' AND next_at <= now()
         FOR UPDATE SKIP LOCKED)
       UPDATE webhook_delivery d SET next_at = now() + make_interval(secs => ${LEASE_SECONDS})
       FROM webhook w
       WHERE d.id IN (SELECT id FROM due) AND w.account_id = d.account_id AND w.id = d.webhook_id
       RETURNING d.id, d.account_id AS "accountId", d.webhook_id AS "webhookId", d.event_id AS "eventId", d.body, d.tries, w.url,
                 ARRAY[w.secret] || ARRAY(SELECT p->>'secret' FROM jsonb_array_elements(w.previous_secrets) p
                                          WHERE (p->>'until')::timestamptz > now()) AS secrets`,
      [most, mostOfOne, [...inFlight.keys()], [...inFlight.values()]],
    );
    return rows;
  }

  async delivered(tx: Tx, { id, accountId, webhookId }: DueDelivery, attempt: Attempt): Promise<void> {
    await this.tried(tx, id, attempt, { status: 'delivered', retryMs: 0 });
    await tx.query(
      'UPDATE webhook SET failing_since = NULL WHERE account_id = $1 AND id = $2 AND failing_since IS NOT NULL',
      [accountId, webhookId],
    );
  }

  /** @param retryMs when it will be tried again; undefined if it won't */
  async failed(tx: Tx, { id, accountId, webhookId }: DueDelivery, attempt: Attempt, retryMs?: number): Promise<void> {
    await this.tried(tx, id, attempt, { status: retryMs === undefined ? 'failed' : 'pending', retryMs: retryMs ?? 0 });
    await tx.query(
      'UPDATE webhook SET failing_since = $3 WHERE account_id = $1 AND id = $2 AND failing_since IS NULL',
      [accountId, webhookId, attempt.at],
    );
  }

  /** Not if it has got another address in the meantime. @param failingMs how long it must have failed. @returns whether it was enabled until now */
  async disable(
    tx: Tx,
    { accountId, webhookId, url }: DueDelivery,
    { reason, failingMs }: { reason: string; failingMs: number },
  ): Promise<boolean> {
    const [, count] = await tx.query(
      `UPDATE webhook SET enabled = false, disabled_reason = $4
       WHERE account_id = $1 AND id = $2 AND url = $3 AND enabled
         AND failing_since <= now() - make_interval(secs => $5)`,
      [accountId, webhookId, url, reason, failingMs / 1_000],
    );
    return count > 0;
  }

  /** @returns whether there is such a delivery */
  async again(tx: Tx, { accountId, webhookId }: Owner, id: string): Promise<boolean> {
    const [, count] = await tx.query(
      `UPDATE webhook_delivery SET status = 'pending', tries = 0, next_at = now()
       WHERE account_id = $1 AND webhook_id = $2 AND id = $3`,
      [accountId, webhookId, id],
    );
    return count > 0;
  }

  /** Of enabled endpoints; those of disabled ones wait for nobody. */
  async waiting(tx: Tx): Promise<number> {
    const [{ count }] = await tx.query(
      `SELECT count(*)::int AS count
       FROM webhook w JOIN webhook_delivery d ON d.account_id = w.account_id AND d.webhook_id = w.id
       WHERE w.enabled AND d.status = 'pending'`,
    );
    return count;
  }

  /** Forgets up to `most` of those that are older. @returns how many */
  async prune(tx: Tx, olderThanMs: number, most: number): Promise<number> {
    const [, count] = await tx.query(
      `DELETE FROM webhook_delivery
       WHERE id = ANY (ARRAY(SELECT id FROM webhook_delivery
                             WHERE created_at < now() - make_interval(secs => $1) LIMIT $2))`,
      [olderThanMs / 1_000, most],
    );
    return count;
  }

  private async tried(
    tx: Tx,
    id: string,
    attempt: Attempt,
    { status, retryMs }: { status: string; retryMs: number },
  ): Promise<void> {
    await tx.query(
      `UPDATE webhook_delivery
       SET status = $2, tries = tries + 1, next_at = now() + make_interval(secs => $3),
           attempts = CASE WHEN jsonb_array_length(attempts) >= ${MOST_ATTEMPTS_KEPT} THEN attempts - 0 ELSE attempts END
                      || $4::jsonb
       WHERE id = $1`,
      [id, status, retryMs / 1_000, JSON.stringify(attempt)],
    );
  }
}
