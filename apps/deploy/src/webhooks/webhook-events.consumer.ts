import { Controller } from '@nestjs/common';
import {
  type BrandSubscribe,
  type BrandUnsubscribe,
  brandSubscribe,
  brandUnsubscribe,
  type CloudEvent,
  type ContactDisabled,
  contactDisabled,
} from '#contracts';
import type { Tx } from '#database';
import { SubscribeInTransaction } from '#messaging';
import { DeliveriesRepository } from './deliveries.repository.js';

const batch = 500;

/** What webhooks may want to hear of. */
@Controller()
export class WebhookEventsConsumer {
  constructor(private readonly deliveries: DeliveriesRepository) {}

  @SubscribeInTransaction(brandSubscribe, { queue: 'deploy.webhooks-subscribe', batch })
  subscribed(tx: Tx, events: CloudEvent<BrandSubscribe>[]): Promise<void> {
    return this.deliveries.add(tx, events);
  }

  @SubscribeInTransaction(brandUnsubscribe, { queue: 'deploy.webhooks-unsubscribe', batch })
  unsubscribed(tx: Tx, events: CloudEvent<BrandUnsubscribe>[]): Promise<void> {
    return this.deliveries.add(tx, events);
  }

  @SubscribeInTransaction(contactDisabled, { queue: 'deploy.webhooks-disabled', batch })
  disabled(tx: Tx, events: CloudEvent<ContactDisabled>[]): Promise<void> {
    return this.deliveries.add(tx, events);
  }
}
