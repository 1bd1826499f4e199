import { type DynamicModule, Module } from '@nestjs/common';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryWorker } from './delivery-worker.js';
import { WebhookEventsConsumer } from './webhook-events.consumer.js';
import { WebhookSender } from './webhook-sender.js';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './webhook-settings.js';

/** For workers: events become deliveries, and deliveries are made. */
@Module({})
export class WebhooksWorkerModule {
  static with(settings: WebhookSettings): DynamicModule {
    return {
      module: WebhooksWorkerModule,
      controllers: [WebhookEventsConsumer],
      providers: [
        { provide: WEBHOOK_SETTINGS, useValue: settings },
        DeliveriesRepository,
        DeliveryAttempt,
        DeliveryMetrics,
        DeliveryWorker,
        WebhookSender,
      ],
    };
  }
}
