import { Logger } from '@nestjs/common';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { DataSource } from 'typeorm';
import type { CloudEvent } from '#contracts';
import type { Tx } from '#database';
import { isUnavailable } from '#database';
import { context } from '#observability';
import type { Consumer } from './consumer.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import { inSpans } from './in-spans.js';
import { enterInInbox } from './inbox.repository.js';
import { type Incoming, vanishedWith } from './incoming.js';
import { patiently } from './patiently.js';
import type { Reception } from './reception.js';
import type { Subscription } from './subscription.js';

/** A message that came back this often is handled alone, so that it can't take others with it. */
const SUSPECT = 3;

/** Handles what is waiting, up to `batch` events, in one transaction with their entries in the inbox, and acknowledges them together. */
export class BatchConsumer implements Consumer {
  private readonly log = new Logger('Messaging');
  private waiting: ConsumeMessage[] = [];
  private source: { channel: ConfirmChannel; reception: Reception } | undefined;
  private pumping: Promise<void> | undefined;

  constructor(
    private readonly subscription: Subscription,
    private readonly handle: (tx: Tx, events: CloudEvent<unknown>[]) => Promise<unknown>,
    private readonly dataSource: DataSource,
    private readonly stopping: AbortSignal,
    private readonly metrics: ConsumerMetrics,
  ) {}

  receive(message: ConsumeMessage, channel: ConfirmChannel, reception: Reception): void {
    // What came by another channel can't be acknowledged any more; the broker sends it again.
    if (this.source?.channel !== channel) {
      this.source = { channel, reception };
      this.waiting = [];
    }
    this.waiting.push(message);
    this.pumping ??= this.pump().finally(() => {
      this.pumping = undefined;
    });
  }

  async drained(): Promise<void> {
    await this.pumping;
  }

  private async pump(): Promise<void> {
    // All that is in the socket's buffer gets in first.
    await new Promise(setImmediate);
    while (this.waiting.length > 0 && !this.stopping.aborted) {
      const { channel, reception } = this.source!;
      const messages = this.waiting.splice(0, this.nextSize());
      try {
        await this.settle(messages, reception);
        channel.ack(messages.at(-1)!, true);
      } catch (error) {
        // Neither done nor put elsewhere: with the channel they go back to their queue.
        if (!this.stopping.aborted) this.log.warn(`${this.subscription.queue}: ${(error as Error).message}`);
        if (channel === this.source?.channel) this.waiting = [];
        channel.close().catch(() => undefined);
      }
    }
  }

  private nextSize(): number {
    const suspect = this.waiting
      .slice(0, this.subscription.batch)
      .findIndex((message) => vanishedWith(message) >= SUSPECT);
    if (suspect === 0) return 1;
    return suspect > 0 ? suspect : this.subscription.batch;
  }

  private async settle(messages: ConsumeMessage[], reception: Reception): Promise<void> {
    const admitted: Incoming[] = [];
    for (const message of messages) {
      const incoming = await reception.admit(message);
      if (incoming) admitted.push(incoming);
    }
    if (admitted.length > 0) await this.handleAll(admitted, reception);
  }

  /** Halves the batch until what fails is alone. */
  private async handleAll(batch: Incoming[], reception: Reception): Promise<void> {
    try {
      const { queue } = this.subscription;
      await this.metrics.time(queue, () =>
        inSpans(queue, batch, () => patiently(() => this.inTransaction(batch), this.stopping)),
      );
      this.metrics.handled(
        queue,
        batch.map(({ event }) => event.time),
      );
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) {
        for (const incoming of batch) await reception.failed(incoming, error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.handleAll(batch.slice(0, middle), reception);
      await this.handleAll(batch.slice(middle), reception);
    }
  }

  private inTransaction(batch: Incoming[]): Promise<void> {
    const eventId = batch.length === 1 ? batch[0]!.event.id : undefined;
    return context.run({ eventId }, () =>
      this.dataSource.transaction(async (tx) => {
        const ids = batch.map(({ event }) => event.id);
        const unseen = await enterInInbox(tx, this.subscription.queue, ids);
        // An id that is twice in the batch is handled once.
        const events = batch.map(({ event }) => event).filter(({ id }) => unseen.delete(id.toLowerCase()));
        if (events.length > 0) await this.handle(tx, events);
      }),
    );
  }
}
