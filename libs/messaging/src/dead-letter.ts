import { hash } from 'node:crypto';
import type { Message } from 'amqplib';
import { attemptsAt, failedAt, reasonOf } from './incoming.js';

/** A message that was given up. */
export interface DeadLetter {
  /** The event's id; of a message that has none a hash of its body. */
  id: string;
  type?: string;
  reason: string;
  /** Times that a handler has failed at it. */
  attempts: number;
  /** RFC 3339. */
  failedAt?: string;
  /** As it came; it may hold addresses, and may be anything. */
  body: string;
}

export const deadLetterOf = (message: Message): DeadLetter => ({
  id: message.properties.messageId ?? hash('sha256', message.content),
  type: message.properties.type,
  reason: reasonOf(message) ?? brokersReason(message),
  attempts: attemptsAt(message),
  failedAt: failedAt(message),
  body: message.content.toString(),
});

/** A message that the broker itself has buried carries no note of ours. */
function brokersReason(message: Message): string {
  const [death] = (message.properties.headers?.['x-death'] ?? []) as { reason?: string }[];
  return `buried by the broker (${death?.reason ?? 'no reason given'})`;
}
