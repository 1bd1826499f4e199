import type { CloudEvent, EventType } from '#contracts';
import { eventHandler } from './event-handler.js';
import { DEFAULT_DELIVERY_LIMIT } from './subscription.js';

export interface SubscribeOptions {
  /** A queue of the service, from contracts' `serviceQueues`. */
  queue: string;
  /** Events that one worker handles at a time. Default 1. */
  prefetch?: number;
  /** Times that an event is tried before it goes to the dead-letter queue. Default 6. */
  deliveryLimit?: number;
}

/**
 * Hands the method one event at a time (`prefetch` of them side by side) and acknowledges when it resolves. Delivery is
 * at least once, so its effect must be idempotent by itself. When it throws, the event is tried again after 1 s, 10 s,
 * 1 min and then each 10 min, while others go on; while the database can't be reached the worker waits, which doesn't
 * count. It must end within 25 minutes: the broker takes an event back after 30.
 */
export const Subscribe =
  <T>(eventType: EventType<T>, { queue, prefetch = 1, deliveryLimit = DEFAULT_DELIVERY_LIMIT }: SubscribeOptions) =>
  <M extends (event: CloudEvent<T>) => Promise<unknown>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void =>
    eventHandler(queue, { mode: 'each', queue, eventType, prefetch, batch: 1, deliveryLimit })(target, key, descriptor);
