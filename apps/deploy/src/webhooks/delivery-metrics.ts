import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Histogram, Metrics } from '#observability';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Attempt } from './delivery.js';

const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** How deliveries of webhooks fare. Never by endpoint: their addresses belong to customers. */
@Injectable()
export class DeliveryMetrics {
  private readonly duration: Histogram<'outcome'>;

  constructor(metrics: Metrics, dataSource: DataSource, deliveries: DeliveriesRepository) {
    this.duration = metrics.histogram({
      name: 'heed_webhook_attempt_duration_seconds',
      help: 'Attempts to deliver a webhook: delivered, refused (another status than 2xx) or unreachable',
      labels: ['outcome'],
      buckets: BUCKETS,
    });
    metrics.gauge({ name: 'heed_webhook_deliveries_waiting', help: 'Deliveries that were not made yet' }, async () => [
      { value: await deliveries.waiting(dataSource.manager) },
    ]);
  }

  attempted({ status, milliseconds }: Attempt): void {
    const outcome = status === undefined ? 'unreachable' : status >= 200 && status < 300 ? 'delivered' : 'refused';
    this.duration.observe({ outcome }, milliseconds / 1_000);
  }
}
