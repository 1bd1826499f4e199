import { randomUUID } from 'node:crypto';
import type { ConfirmChannel, Message } from 'amqplib';
import type { ConsumerMetrics } from './consumer-metrics.js';
import { ATTEMPTS, FAILED_AT, ownHeaders, REASON } from './incoming.js';
import { Publisher } from './publisher.js';
import { DEAD, delayAfter } from './topology.js';

/**
 * Where messages go that couldn't be handled: to a place to wait, or to the dead-letter queue. A copy goes there, and
 * only when the broker has confirmed it may the caller acknowledge the original: a crash in between makes two, never none.
 */
export class Departures {
  private readonly publisher: Publisher;

  constructor(
    channel: ConfirmChannel,
    private readonly queue: string,
    private readonly metrics: ConsumerMetrics,
  ) {
    this.publisher = new Publisher(channel);
  }

  /** Comes back to the queue after a pause that grows with the attempts. */
  async waitAndReturn(message: Message, attempts: number, reason: string): Promise<void> {
    await this.send(message, delayAfter(Math.max(1, attempts)), attempts, reason);
    this.metrics.retried(this.queue);
  }

  async bury(message: Message, attempts: number, reason: string): Promise<void> {
    await this.send(message, DEAD, attempts, reason);
    this.metrics.gaveUp(this.queue);
  }

  private async send(message: Message, exchange: string, attempts: number, reason: string): Promise<void> {
    const { contentType, type, messageId, timestamp } = message.properties;
    const [outcome] = await this.publisher.publish([
      {
        exchange,
        routingKey: this.queue,
        body: message.content,
        properties: {
          contentType,
          type,
          timestamp,
          messageId: messageId ?? randomUUID(),
          headers: {
            ...ownHeaders(message),
            [ATTEMPTS]: attempts,
            [REASON]: reason,
            [FAILED_AT]: new Date().toISOString(),
          },
        },
      },
    ]);
    if (outcome !== 'confirmed') throw new Error(`the broker did not take a message for ${exchange} (${outcome})`);
  }
}
