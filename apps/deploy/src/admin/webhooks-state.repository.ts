import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import { newSigningSecret } from '../webhooks/new-signing-secret.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import type { AccountPlan } from './plan.js';

@Injectable()
export class WebhooksStateRepository {
  /** @returns the secrets that were made, by the ids of their webhooks */
  async write(
    tx: Tx,
    { id: accountId, newWebhooks, changedWebhooks, deletedWebhooks }: AccountPlan,
  ): Promise<Map<string, string>> {
    const secrets = new Map<string, string>();
    for (const id of deletedWebhooks) await tx.delete(Webhook, { accountId, id });
    for (const { id, name, url, events, enabled } of newWebhooks) {
      secrets.set(id, newSigningSecret());
      await tx.query(
        'INSERT INTO webhook (account_id, id, name, url, events, enabled, secret) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [accountId, id, name, url, events, enabled, secrets.get(id)],
      );
    }
    // What it failed before is forgotten: the change may be the cure.
    for (const { id, name, url, events, enabled } of changedWebhooks)
      await tx.update(
        Webhook,
        { accountId, id },
        { name, url, events, enabled, failingSince: null, disabledReason: null },
      );
    return secrets;
  }
}
