import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { Delivery } from './delivery.js';
import type { ListDeliveriesDto } from './list-deliveries.dto.js';
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

  /** Newest first. @param before a delivery that all of them are older than */
  deliveries(
    tx: Tx,
    { accountId, webhookId }: { accountId: string; webhookId: string },
    { limit, before, status }: ListDeliveriesDto,
  ): Promise<Delivery[]> {
    return tx.query(
      `SELECT id, event_id AS "eventId", type, status, created_at AS "createdAt", attempts,
              CASE WHEN status = 'pending' THEN next_at END AS "nextAttemptAt"
       FROM webhook_delivery
       WHERE account_id = $1 AND webhook_id = $2 AND ($3::text IS NULL OR status = $3)
         AND ($4::uuid IS NULL OR (created_at, id) < (SELECT created_at, id FROM webhook_delivery
                                                      WHERE account_id = $1 AND webhook_id = $2 AND id = $4))
       ORDER BY created_at DESC, id DESC LIMIT $5`,
      [accountId, webhookId, status ?? null, before ?? null, limit],
    );
  }

  /** Enabled again it begins anew: what it failed before is forgotten. @returns whether there is such an endpoint */
  async setEnabled(tx: Tx, { accountId, id }: { accountId: string; id: string }, enabled: boolean): Promise<boolean> {
    const forgotten = enabled ? { failingSince: null, disabledReason: null } : {};
    return (await tx.update(Webhook, { accountId, id }, { enabled, ...forgotten })).affected === 1;
  }

  /** With its deliveries. @returns whether there was such an endpoint */
  async delete(tx: Tx, { accountId, id }: { accountId: string; id: string }): Promise<boolean> {
    return (await tx.delete(Webhook, { accountId, id })).affected === 1;
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
