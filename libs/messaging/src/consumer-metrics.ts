import { Injectable } from '@nestjs/common';
import { Metrics } from '#observability';
import { DeadLetters } from './dead-letters.js';

const DURATIONS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 900];
const LAGS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

/** What becomes of messages in this worker, by queue, and how many wait in the service's queues. Every worker of a service tells the same of the latter: take the maximum. */
@Injectable()
export class ConsumerMetrics {
  private readonly messages;
  private readonly duration;
  private readonly lag;

  constructor(metrics: Metrics, letters: DeadLetters) {
    this.messages = metrics.counter({
      name: 'heed_consumer_messages_total',
      help: 'Messages that were handled, failed and will be retried, or went to the dead letters',
      labels: ['queue', 'outcome'],
    });
    this.duration = metrics.histogram({
      name: 'heed_consumer_duration_seconds',
      help: 'Time that a message, or a batch of them, was worked on, failures and waits for the database included',
      labels: ['queue'],
      buckets: DURATIONS,
    });
    this.lag = metrics.histogram({
      name: 'heed_event_lag_seconds',
      help: 'From when an event was recorded to when it was handled',
      labels: ['queue'],
      buckets: LAGS,
    });
    metrics.gauge({ name: 'heed_queue_messages', help: 'Messages that wait in a queue', labels: ['queue'] }, () =>
      letters.depths().then((depths) => depths.map(({ queue, waiting }) => ({ value: waiting, labels: { queue } }))),
    );
    metrics.gauge(
      { name: 'heed_dead_letters', help: 'Messages of a queue that were given up', labels: ['queue'] },
      () => letters.queues().then((queues) => queues.map(({ queue, count }) => ({ value: count, labels: { queue } }))),
    );
  }

  /** @param times when the events were recorded (RFC 3339) */
  handled(queue: string, times: readonly string[]): void {
    this.messages.inc({ queue, outcome: 'handled' }, times.length);
    const now = Date.now();
    for (const time of times) this.lag.observe({ queue }, Math.max(0, now - Date.parse(time)) / 1_000);
  }

  retried(queue: string): void {
    this.messages.inc({ queue, outcome: 'retried' });
  }

  gaveUp(queue: string): void {
    this.messages.inc({ queue, outcome: 'dead' });
  }

  /** Times the work, however it ends. */
  async time<T>(queue: string, work: () => Promise<T>): Promise<T> {
    const end = this.duration.startTimer({ queue });
    try {
      return await work();
    } finally {
      end();
    }
  }
}
