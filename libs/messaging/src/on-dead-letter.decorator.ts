import type { CloudEvent } from '#contracts';
import { eventHandler } from './event-handler.js';
import { DEFAULT_DELIVERY_LIMIT } from './subscription.js';

/**
 * Tells the method of an event of the queue that is being given up, and why, before it goes to the dead-letter queue.
 * If it throws it is asked again later, so it must be idempotent. Messages that can't be read never get here.
 */
export const OnDeadLetter =
  (queue: string) =>
  <M extends (event: CloudEvent<never>, reason: string) => Promise<unknown>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void =>
    eventHandler(deadLetterPattern(queue), {
      mode: 'dead',
      queue,
      prefetch: 0,
      batch: 0,
      deliveryLimit: DEFAULT_DELIVERY_LIMIT,
    })(target, key, descriptor);

export const deadLetterPattern = (queue: string) => `${queue} given up`;
