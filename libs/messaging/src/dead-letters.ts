import { Inject, Injectable } from '@nestjs/common';
import type { ConfirmChannel, GetMessage } from 'amqplib';
import type { ServiceQueue } from '#contracts';
import { Broker } from './broker.js';
import { type DeadLetter, deadLetterOf } from './dead-letter.js';
import { ATTEMPTS, FAILED_AT, ownHeaders, REASON } from './incoming.js';
import { MESSAGING, type WholeMessagingOptions } from './messaging-options.js';
import { Publisher } from './publisher.js';
import { assertTopology, deadLetterQueue } from './topology.js';

/** Most messages that are looked at in one go. */
const SIGHT = 1_000;

/**
 * The service's messages that were given up, for its admin API. Nobody else reads their queues: they stay until they
 * are sent back. All throw BrokerUnavailable, and know no queues but the service's.
 */
@Injectable()
export class DeadLetters {
  private readonly own: ServiceQueue[];

  constructor(
    @Inject(MESSAGING) options: WholeMessagingOptions,
    private readonly broker: Broker,
  ) {
    this.own = options.queues.filter(({ name }) => name.startsWith(`${options.service}.`));
  }

  /** Whether the service has a queue of this name. */
  knows(queue: string): boolean {
    return this.own.some(({ name }) => name === queue);
  }

  /** The service's queues, and how many dead letters each has. */
  queues(): Promise<{ queue: string; count: number }[]> {
    return this.withChannel(async (channel) => {
      const counts = [];
      for (const { name } of this.own) {
        const { messageCount } = await channel.checkQueue(deadLetterQueue(name));
        counts.push({ queue: name, count: messageCount });
      }
      return counts;
    });
  }

  /** How many messages wait in each of the service's queues; those that a worker has in hand don't count. */
  depths(): Promise<{ queue: string; waiting: number }[]> {
    return this.withChannel(async (channel) => {
      const depths = [];
      for (const { name } of this.own)
        depths.push({ queue: name, waiting: (await channel.checkQueue(name)).messageCount });
      return depths;
    });
  }

  /** The oldest ones, up to 1,000. They are out of sight of others while they are read. */
  list(queue: string, limit = 100): Promise<DeadLetter[]> {
    return this.withChannel(async (channel) => {
      const letters: DeadLetter[] = [];
      for await (const message of this.messages(channel, queue, Math.min(limit, SIGHT)))
        letters.push(deadLetterOf(message));
      return letters;
    });
  }

  /** One of the oldest 1,000. */
  async show(queue: string, id: string): Promise<DeadLetter | undefined> {
    return (await this.list(queue, SIGHT)).find((letter) => letter.id === id);
  }

  /** Sends those with the given ids, or all, back to the queue, to be tried as if for the first time. @returns how many. */
  redrive(queue: string, ids?: string[]): Promise<number> {
    return this.withChannel(async (channel) => {
      const publisher = new Publisher(channel);
      let count = 0;
      for await (const message of this.messages(channel, queue, ids ? SIGHT : Number.POSITIVE_INFINITY)) {
        if (ids && !ids.includes(deadLetterOf(message).id)) continue;
        await sendBack(publisher, queue, message);
        channel.ack(message);
        count++;
      }
      return count;
    });
  }

  /** Those that are there now. What isn't acknowledged goes back when the channel is closed. */
  private async *messages(channel: ConfirmChannel, queue: string, limit: number): AsyncGenerator<GetMessage> {
    if (!this.knows(queue)) return;
    const { messageCount } = await channel.checkQueue(deadLetterQueue(queue));
    for (let i = 0; i < Math.min(messageCount, limit); i++) {
      const message = await channel.get(deadLetterQueue(queue));
      if (!message) return;
      yield message;
    }
  }

  private async withChannel<T>(work: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
    const channel = await this.broker.openChannelSoon();
    try {
      await assertTopology(channel, this.own);
      return await work(channel);
    } finally {
      await channel.close().catch(() => undefined);
    }
  }
}

async function sendBack(publisher: Publisher, queue: string, message: GetMessage): Promise<void> {
  const { [ATTEMPTS]: _attempts, [REASON]: _reason, [FAILED_AT]: _failedAt, ...headers } = ownHeaders(message);
  const { contentType, type, timestamp } = message.properties;
  const [outcome] = await publisher.publish([
    {
      exchange: '',
      routingKey: queue,
      body: message.content,
      properties: { contentType, type, timestamp, headers, messageId: deadLetterOf(message).id },
    },
  ]);
  if (outcome !== 'confirmed') throw new Error(`the broker did not take a message for ${queue} (${outcome})`);
}
