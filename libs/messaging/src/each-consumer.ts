import { Logger } from '@nestjs/common';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { CloudEvent } from '#contracts';
import { context, inSpan } from '#observability';
import type { Consumer } from './consumer.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import { type Incoming, requestIdOf, traceparentOf } from './incoming.js';
import { patiently } from './patiently.js';
import type { Reception } from './reception.js';
import type { Subscription } from './subscription.js';

/** The broker takes a message back after 30 minutes. */
const LONG_MS = 25 * 60_000;

/** Handles events one by one, `prefetch` of them side by side. */
export class EachConsumer implements Consumer {
  private readonly log = new Logger('Messaging');
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly subscription: Subscription,
    private readonly handle: (event: CloudEvent<unknown>) => Promise<unknown>,
    private readonly stopping: AbortSignal,
    private readonly metrics: ConsumerMetrics,
  ) {}

  receive(message: ConsumeMessage, channel: ConfirmChannel, reception: Reception): void {
    if (this.stopping.aborted) return;
    const work = this.settle(message, channel, reception).finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  async drained(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async settle(message: ConsumeMessage, channel: ConfirmChannel, reception: Reception): Promise<void> {
    try {
      const incoming = await reception.admit(message);
      if (incoming) {
        try {
          await this.run(incoming);
        } catch (error) {
          await reception.failed(incoming, error);
        }
      }
      channel.ack(message);
    } catch (error) {
      // Neither done nor put elsewhere: with the channel it goes back to its queue.
      if (!this.stopping.aborted) this.log.warn(`${this.subscription.queue}: ${(error as Error).message}`);
      channel.close().catch(() => undefined);
    }
  }

  private async run(incoming: Incoming): Promise<void> {
    const { event } = incoming;
    const requestId = requestIdOf(incoming.message);
    const timer = setTimeout(() => this.log.warn(`${this.subscription.handler} runs too long: ${event.id}`), LONG_MS);
    const { queue } = this.subscription;
    try {
      const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': event.id };
      const traceparent = traceparentOf(incoming);
      await this.metrics.time(queue, () =>
        inSpan(`process ${queue}`, { kind: 'consumer', traceparent, attributes }, () =>
          context.run({ requestId, eventId: event.id }, () => patiently(() => this.handle(event), this.stopping)),
        ),
      );
      this.metrics.handled(queue, [event.time]);
    } finally {
      clearTimeout(timer);
    }
  }
}
