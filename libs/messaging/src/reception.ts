import { Logger } from '@nestjs/common';
import type { ConsumeMessage } from 'amqplib';
import { type CloudEvent, InvalidEvent, readCloudEvent } from '#contracts';
import { isUnavailable } from '#database';
import { scrub } from '#observability';
import type { Departures } from './departures.js';
import { attemptsAt, type Incoming, reasonOf, vanishedWith } from './incoming.js';
import { patiently } from './patiently.js';
import type { Subscription } from './subscription.js';

/** Workers that may vanish while they have a message before it is held to be the cause. */
const CRASHES = 10;

/** Told of an event that is given up. */
export type DeadHandler = (event: CloudEvent<unknown>, reason: string) => Promise<unknown>;

/** Decides about messages at both ends of their handling: which get to the handler, and where one goes that has failed. What it has dealt with may be acknowledged. */
export class Reception {
  private readonly log = new Logger('Messaging');

  constructor(
    private readonly subscription: Subscription,
    private readonly departures: Departures,
    private readonly onDead: DeadHandler,
    private readonly stopping: AbortSignal,
  ) {}

  /** The event of a message that is to be handled; undefined if it was dealt with here. */
  async admit(message: ConsumeMessage): Promise<Incoming | undefined> {
    const event = this.read(message);
    if (event instanceof InvalidEvent) {
      await this.departures.bury(message, attemptsAt(message), event.message);
      this.log.warn(`${this.subscription.queue}: a message went to the dead letters: ${event.message}`);
      return undefined;
    }
    const incoming = { message, event };
    const attempts = attemptsAt(message);
    if (attempts >= this.subscription.deliveryLimit) {
      await this.giveUp(incoming, attempts, reasonOf(message) ?? 'no reason was noted');
      return undefined;
    }
    if (vanishedWith(message) >= CRASHES) {
      await this.giveUp(incoming, attempts, `${CRASHES} workers vanished while they had it`);
      return undefined;
    }
    return incoming;
  }

  /** Rethrows the error where the process is going down and the message is best left to the next one. */
  async failed(incoming: Incoming, error: unknown): Promise<void> {
    const reason = scrub(error instanceof Error ? error.message : String(error)).slice(0, 1_000);
    const { message, event } = incoming;
    const before = attemptsAt(message);
    if (isUnavailable(error)) {
      if (this.stopping.aborted) throw error;
      return this.departures.waitAndReturn(message, before, reason);
    }
    const attempts = before + 1;
    this.log.error({ msg: `${this.subscription.handler} failed`, err: error, eventId: event.id, attempts });
    if (attempts >= this.subscription.deliveryLimit) return this.giveUp(incoming, attempts, reason);
    return this.departures.waitAndReturn(message, attempts, reason);
  }

  private read(message: ConsumeMessage): CloudEvent<unknown> | InvalidEvent {
    try {
      return readCloudEvent(this.subscription.eventType!, message.content);
    } catch (error) {
      if (error instanceof InvalidEvent) return error;
      throw error;
    }
  }

  private async giveUp({ message, event }: Incoming, attempts: number, reason: string): Promise<void> {
    try {
      await patiently(() => this.onDead(event, reason), this.stopping);
    } catch (error) {
      if (this.stopping.aborted) throw error;
      this.log.error({ msg: `${this.subscription.queue}: giving up failed`, err: error, eventId: event.id });
      return this.departures.waitAndReturn(message, attempts, reason);
    }
    await this.departures.bury(message, attempts, reason);
    this.log.error({ msg: `${this.subscription.queue}: gave up: ${reason}`, eventId: event.id });
  }
}
