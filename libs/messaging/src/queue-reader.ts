import type { ConfirmChannel } from 'amqplib';
import type { ServiceQueue } from '#contracts';
import type { Broker } from './broker.js';
import { ChannelLoop } from './channel-loop.js';
import type { Consumer } from './consumer.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import { Departures } from './departures.js';
import { pause } from './pause.js';
import { type DeadHandler, Reception } from './reception.js';
import type { Subscription } from './subscription.js';
import { assertTopology } from './topology.js';

/** How long a handler may go on when the process is to end; then its message goes back to the queue. */
const DRAIN_MS = 20_000;

export interface QueueReaderParts {
  broker: Broker;
  subscription: Subscription;
  queue: ServiceQueue;
  consumer: Consumer;
  onDead: DeadHandler;
  stopping: AbortSignal;
  metrics: ConsumerMetrics;
}

/** Reads one queue on a channel of its own, and goes on on a new one after whatever ended it. */
export class QueueReader {
  private readonly loop: ChannelLoop;
  private channel: ConfirmChannel | undefined;
  private consumerTag = '';

  constructor(private readonly parts: QueueReaderParts) {
    this.loop = new ChannelLoop(parts.broker, parts.queue.name, (channel) => this.read(channel));
  }

  start(): Promise<void> {
    return this.loop.start();
  }

  async stop(): Promise<void> {
    await this.channel?.cancel(this.consumerTag).catch(() => undefined);
    const enough = new AbortController();
    await Promise.race([this.parts.consumer.drained(), pause(DRAIN_MS, enough.signal)]);
    enough.abort();
    await this.loop.stop();
  }

  private async read(channel: ConfirmChannel): Promise<void> {
    const { queue, subscription, consumer, onDead, stopping, metrics } = this.parts;
    await assertTopology(channel, [queue]);
    await channel.prefetch(subscription.prefetch);
    const reception = new Reception(subscription, new Departures(channel, queue.name, metrics), onDead, stopping);
    const { consumerTag } = await channel.consume(queue.name, (message) => {
      if (message) consumer.receive(message, channel, reception);
      // The broker has ended it: the queue was deleted, or lost its leader.
      else channel.close().catch(() => undefined);
    });
    this.channel = channel;
    this.consumerTag = consumerTag;
  }
}
