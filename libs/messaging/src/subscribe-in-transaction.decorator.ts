import type { CloudEvent, EventType } from '#contracts';
import type { Tx } from '#database';
import { eventHandler } from './event-handler.js';
import { DEFAULT_DELIVERY_LIMIT } from './subscription.js';

export interface SubscribeInTransactionOptions {
  /** A queue of the service, from contracts' `serviceQueues`. */
  queue: string;
  /** Most events of one transaction. Default 100. */
  batch?: number;
  /** Times that an event is tried before it goes to the dead-letter queue. Default 6. */
  deliveryLimit?: number;
}

/**
 * Hands the method as many events as are waiting (up to `batch`) with the transaction that its effect belongs to; those
 * that this queue has seen before are left out, so the effect happens once. Acknowledged after the commit. When it
 * throws, the transaction is rolled back and the batch is halved until the event at fault is alone; that one is tried
 * again later, as with {@link Subscribe}, and the others are done.
 */
export const SubscribeInTransaction =
  <T>(
    eventType: EventType<T>,
    { queue, batch = 100, deliveryLimit = DEFAULT_DELIVERY_LIMIT }: SubscribeInTransactionOptions,
  ) =>
  <M extends (tx: Tx, events: CloudEvent<T>[]) => Promise<unknown>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void =>
    // Twice the batch is fetched: the next one comes in while this one commits.
    eventHandler(queue, { mode: 'batch', queue, eventType, prefetch: 2 * batch, batch, deliveryLimit })(
      target,
      key,
      descriptor,
    );
