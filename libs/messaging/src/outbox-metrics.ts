import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Metrics } from '#observability';
import { countOutbox, oldestOfOutbox } from './outbox.repository.js';

/** What waits to be published. Every worker of a service tells the same figures: take the maximum. */
@Injectable()
export class OutboxMetrics {
  constructor(metrics: Metrics, { manager }: DataSource) {
    metrics.gauge(
      { name: 'heed_outbox_events', help: 'Events that wait to be published; counted up to a million' },
      async () => [{ value: await countOutbox(manager) }],
    );
    metrics.gauge(
      { name: 'heed_outbox_oldest_seconds', help: 'Age of the oldest of them, 0 if there is none' },
      async () => {
        const oldest = await oldestOfOutbox(manager);
        return [{ value: oldest ? Math.max(0, Date.now() - timeOf(oldest)) / 1_000 : 0 }];
      },
    );
  }
}

/** Ids of events begin with the time in milliseconds (UUID version 7, RFC 9562). */
const timeOf = (eventId: string) => Number.parseInt(eventId.replace('-', '').slice(0, 12), 16);
