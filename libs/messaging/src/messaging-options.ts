import type { ServiceQueue } from '#contracts';

export interface MessagingOptions {
  /** `amqp://` or `amqps://` URL of the broker. */
  url: string;
  /** Name of the service: its events come from `/heed/<service>`, its queues are `<service>.…`. */
  service: string;
  /** Publishes what is in the outbox. For workers. */
  relay?: boolean;
  /** Offers AmqpTransport, which feeds the handlers. For workers. */
  consume?: boolean;
  /** All queues of all services. Tests have their own. */
  queues?: readonly ServiceQueue[];
}

/** Token of the options, whole. */
export const MESSAGING = Symbol('messaging options');

export type WholeMessagingOptions = Required<MessagingOptions>;
