/**
 * How services tell one another, and customers, what happened: an outbox that is part of the writer's transaction, a relay
 * that carries it to RabbitMQ, and handlers that are fed from durable queues under Nest's `@EventPattern`.
 *
 * It promises that what was committed is published at least once, and what wasn't never; that an event which has a queue
 * is handled, or ends in the queue's dead letters with the reason; and that a failing one holds up no others. It doesn't
 * promise any order.
 */
export { DeadLettersModule } from './admin/dead-letters.module.js';
export { AmqpTransport } from './amqp-transport.js';
export type { DeadLetter } from './dead-letter.js';
export { DeadLetters } from './dead-letters.js';
export { Messaging1763700000000 as messagingMigration } from './messaging.migration.js';
export { MessagingModule } from './messaging.module.js';
export type { MessagingOptions } from './messaging-options.js';
export { OnDeadLetter } from './on-dead-letter.decorator.js';
export { type NewEvent, Outbox } from './outbox.js';
export { Subscribe, type SubscribeOptions } from './subscribe.decorator.js';
export { SubscribeInTransaction, type SubscribeInTransactionOptions } from './subscribe-in-transaction.decorator.js';
