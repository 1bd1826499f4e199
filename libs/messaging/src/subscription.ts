import type { EventType } from '#contracts';

/** What a handler's decorator says about it; the transport finds it in the extras of Nest's handler. */
export interface Subscription {
  readonly mode: 'each' | 'batch' | 'dead';
  readonly queue: string;
  /** `Class.method` */
  readonly handler: string;
  readonly eventType?: EventType<unknown>;
  readonly prefetch: number;
  readonly batch: number;
  readonly deliveryLimit: number;
}

/** Times that a message is tried before it is given up; with the pauses between them that is some 20 minutes. */
export const DEFAULT_DELIVERY_LIMIT = 6;
