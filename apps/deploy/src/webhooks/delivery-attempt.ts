/** One try to deliver one event, and what follows from its outcome. */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { cloudEventsMediaType } from '#contracts';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Attempt, DueDelivery } from './delivery.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { MOST_TRIES, retryDelay } from './retry-delay.js';
import { signature } from './signature.js';
import { WebhookSender } from './webhook-sender.js';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './webhook-settings.js';

const GONE = 410;

@Injectable()
export class DeliveryAttempt {
  private readonly logger = new Logger(DeliveryAttempt.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly deliveries: DeliveriesRepository,
    private readonly sender: WebhookSender,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
    private readonly metrics: DeliveryMetrics,
  ) {}

  async make(delivery: DueDelivery): Promise<void> {
    const attempt = await this.post(delivery);
    const { status = 0 } = attempt;
    this.metrics.attempted(attempt);
    const disabled = await this.dataSource.transaction(async (tx) => {
      if (status >= 200 && status < 300) {
        await this.deliveries.delivered(tx, delivery, attempt);
        return false;
      }
      const tries = delivery.tries + 1;
      const again = status !== GONE && tries < MOST_TRIES;
      await this.deliveries.failed(tx, delivery, attempt, again ? retryDelay(tries) : undefined);
      const cause =
        status === GONE
          ? { reason: 'It answered 410 Gone.', failingMs: 0 }
          : { reason: 'It failed for too long.', failingMs: this.settings.webhookDisableAfterMs };
      return this.deliveries.disable(tx, delivery, cause);
    });
    const { accountId, webhookId } = delivery;
    if (disabled) this.logger.warn({ msg: 'webhook disabled', accountId, webhookId, status, error: attempt.error });
  }

  private async post({ url, secrets, eventId, body }: DueDelivery): Promise<Attempt> {
    const begun = Date.now();
    const timestamp = Math.floor(begun / 1_000);
    const headers = {
      'content-type': cloudEventsMediaType,
      'user-agent': 'Heed',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature(secrets, eventId, timestamp, body),
    };
    const outcome = await this.sender.post(url, headers, body).then(
      (status) => ({ status }),
      (error) => ({ error: reasonOf(error) }),
    );
    return { at: new Date(begun).toISOString(), milliseconds: Date.now() - begun, ...outcome };
  }
}

/** A code alone: messages of Node have addresses in them. */
function reasonOf({ name, code }: Error & { code?: string }): string {
  return name === 'AbortError' ? 'TIMEOUT' : (code ?? name);
}
