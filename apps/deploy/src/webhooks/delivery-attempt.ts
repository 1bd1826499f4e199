/** One try to deliver one event, and what follows from its outcome. */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { cloudEventsMediaType } from '#contracts';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Attempt, DueDelivery } from './delivery.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { retryAfterSeconds } from './retry-after.js';
import { MOST_TRIES, retryDelay } from './retry-delay.js';
import { signature } from './signature.js';
import { WebhookSender } from './webhook-sender.js';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './webhook-settings.js';

const GONE = 410;
/** Of these answers Retry-After tells when it is of use to try again (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const SAY_WHEN = new Set([429, 503]);

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
      await this.deliveries.failed(tx, delivery, attempt, again ? waitMs(tries, attempt) : undefined);
      const cause =
        status === GONE
          ? { reason: 'It answered 410 Gone.', failingMs: 0 }
          : { reason: 'It failed for too long.', failingMs: this.settings.webhookDisableAfterMs };
      return this.deliveries.disable(tx, delivery, cause);
    });
    const { accountId, webhookId } = delivery;
    if (disabled) this.logger.warn({ msg: 'webhook disabled', accountId, webhookId, status, error: attempt.error });
  }

  private wished(status: number, retryAfter: string | undefined): Pick<Attempt, 'retryAfterSeconds'> {
    const seconds = SAY_WHEN.has(status) ? retryAfterSeconds(retryAfter, Date.now()) : undefined;
    return seconds === undefined
      ? {}
      : { retryAfterSeconds: Math.min(seconds, this.settings.webhookMostRetryAfterMs / 1_000) };
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
      ({ status, retryAfter }) => ({ status, ...this.wished(status, retryAfter) }),
      (error) => ({ error: reasonOf(error) }),
    );
    return { at: new Date(begun).toISOString(), milliseconds: Date.now() - begun, ...outcome };
  }
}

/** An endpoint can make a wait longer, not shorter. */
function waitMs(tries: number, { retryAfterSeconds = 0 }: Attempt): number {
  return Math.max(retryDelay(tries), retryAfterSeconds * 1_000);
}

/** A code alone: messages of Node have addresses in them. */
function reasonOf({ name, code }: Error & { code?: string }): string {
  return name === 'AbortError' ? 'TIMEOUT' : (code ?? name);
}
