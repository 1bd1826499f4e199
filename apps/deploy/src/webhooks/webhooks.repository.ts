import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { Delivery } from './delivery.js';
import { Webhook } from './webhook.entity.js';

/** Secrets that one endpoint's deliveries are signed with besides the newest. */
const MOST_PREVIOUS = 4;

@Injectable()
export class WebhooksRepository {
  ofAccount(tx: Tx, accountId: string): Promise<Webhook[]> {
    return tx.find(Webhook, { where: { accountId }, order: { createdAt: 'ASC', name: 'ASC' } });
  }

  async exists(tx: Tx, accountId: string, id: string): Promise<boolean> {
    return tx.existsBy(Webhook, { accountId, id });
  }

  /** The newest 100. */
  deliveries(tx: Tx, accountId: string, webhookId: string): Promise<Delivery[]> {
    return tx.query(
      `SELECT id, event_id AS "eventId", type, status, created_at AS "createdAt", attempts,
              CASE WHEN status = 'pending' THEN next_at END AS "nextAttemptAt"
       FROM webhook_delivery WHERE account_id = $1 AND webhook_id = $2
       ORDER BY created_at DESC, id LIMIT 100`,
      [accountId, webhookId],
    );
  }

  /** @returns until when the secret before is valid; undefined if there is no such endpoint */
  async rotate(
    tx: Tx,
    webhook: { accountId: string; id: string },
    secret: string,
    hours: number,
  ): Promise<Date | undefined> {
    const [[row]] = await tx.query(
      `UPDATE webhook w
       SET secret = $3,
           previous_secrets = (
             SELECT jsonb_agg(p ORDER BY p->>'until' DESC)
             FROM (SELECT jsonb_build_object('secret', w.secret, 'until', now() + make_interval(hours => $4)) AS p
                   UNION ALL
                   (SELECT p FROM jsonb_array_elements(w.previous_secrets) p
                    WHERE (p->>'until')::timestamptz > now() ORDER BY p->>'until' DESC LIMIT ${MOST_PREVIOUS - 1})) kept)
       WHERE account_id = $1 AND id = $2
       RETURNING now() + make_interval(hours => $4) AS until`,
      [webhook.accountId, webhook.id, secret, hours],
    );
    return row?.until;
  }
}
