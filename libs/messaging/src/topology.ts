import type { Channel, Options } from 'amqplib';
import type { ServiceQueue } from '#contracts';

/** Topic exchange of all events; the routing key is the event type. Customers bind their own queues to it. */
export const EVENTS = 'heed.events';

/** Direct exchange of messages that were given up; the routing key is the queue that they were in. */
export const DEAD = 'heed.dead';

/** Where a failed message waits, by the number of its attempt: nobody else waits with it. */
const DELAYS = [
  { name: 'heed.retry.1s', ms: 1_000 },
  { name: 'heed.retry.10s', ms: 10_000 },
  { name: 'heed.retry.1m', ms: 60_000 },
  { name: 'heed.retry.10m', ms: 600_000 },
];

export const delayAfter = (attempt: number) => DELAYS[Math.min(attempt, DELAYS.length) - 1]!.name;

export const deadLetterQueue = (queue: string) => `${queue}.dead`;

/**
 * Times that the broker itself hands a message out before it buries it. Ours give up long before (CRASHES); this is for
 * a message that kills them before they can.
 */
const BROKER_LIMIT = 30;

/**
 * Every argument is spelt out: defaults differ between RabbitMQ 3 and 4, and a queue that is declared with other
 * arguments than it has is refused. A message that moves by itself to another queue is dropped here only when it has
 * arrived there ("at-least-once", which asks for reject-publish).
 */
const quorum = (moves?: { exchange: string; key?: string; limit: number; ttl?: number }): Options.AssertQueue => ({
  durable: true,
  arguments: {
    'x-queue-type': 'quorum',
    'x-overflow': 'reject-publish',
    'x-delivery-limit': moves?.limit ?? 1_000_000,
    ...(moves && {
      'x-dead-letter-exchange': moves.exchange,
      'x-dead-letter-strategy': 'at-least-once',
    }),
    ...(moves?.key && { 'x-dead-letter-routing-key': moves.key }),
    ...(moves?.ttl && { 'x-message-ttl': moves.ttl }),
  },
});

/** Makes sure that all of it exists. Rejects when something of the name is there with other arguments. */
export async function assertTopology(channel: Channel, queues: readonly ServiceQueue[]): Promise<void> {
  await channel.assertExchange(EVENTS, 'topic', { durable: true });
  await channel.assertExchange(DEAD, 'direct', { durable: true });
  for (const { name, ms } of DELAYS) {
    await channel.assertExchange(name, 'fanout', { durable: true });
    // Back through the default exchange, whose routing keys are the names of queues.
    await channel.assertQueue(name, quorum({ exchange: '', limit: 1_000_000, ttl: ms }));
    await channel.bindQueue(name, name, '');
  }
  await Promise.all(queues.map((queue) => assertServiceQueue(channel, queue)));
}

async function assertServiceQueue(channel: Channel, { name, eventType }: ServiceQueue): Promise<void> {
  await channel.assertQueue(deadLetterQueue(name), quorum());
  await channel.bindQueue(deadLetterQueue(name), DEAD, name);
  await channel.assertQueue(name, quorum({ exchange: DEAD, key: name, limit: BROKER_LIMIT }));
  await channel.bindQueue(name, EVENTS, eventType.name);
}
