import type { ConsumeMessage, Message } from 'amqplib';
import type { CloudEvent } from '#contracts';

/** A message and the event that was in it. */
export interface Incoming {
  message: ConsumeMessage;
  event: CloudEvent<unknown>;
}

export const ATTEMPTS = 'x-heed-attempts';
export const REASON = 'x-heed-reason';
export const FAILED_AT = 'x-heed-failed-at';

const header = (message: Message, name: string): unknown => message.properties.headers?.[name];

/** Times that a handler has failed at it. */
export const attemptsAt = (message: Message): number => count(header(message, ATTEMPTS));

/** Times that a worker was given it and vanished. */
export const vanishedWith = (message: Message): number => count(header(message, 'x-delivery-count'));

/** Why it failed last, if it did. */
export const reasonOf = (message: Message): string | undefined => textOf(header(message, REASON));

export const failedAt = (message: Message): string | undefined => textOf(header(message, FAILED_AT));

export const requestIdOf = (message: Message): string | undefined => textOf(header(message, 'x-request-id'));

/** The span that published it. */
export const traceparentOf = ({ message, event }: Incoming): string | undefined =>
  textOf(header(message, 'traceparent')) ?? event.traceparent;

/** The broker's own notes, which must not go out again: by them it takes a retry for a message that runs in circles. */
const BROKERS_OWN = /^x-(death|first-death-.*|last-death-.*|delivery-count|acquired-count)$/;

export const ownHeaders = (message: Message): Record<string, unknown> =>
  Object.fromEntries(Object.entries(message.properties.headers ?? {}).filter(([name]) => !BROKERS_OWN.test(name)));

const count = (value: unknown) => (typeof value === 'number' ? value : 0);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
