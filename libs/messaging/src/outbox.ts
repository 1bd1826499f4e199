import { Inject, Injectable } from '@nestjs/common';
import { type CloudEvent, cloudEvent, type EventType } from '#contracts';
import type { Tx } from '#database';
import { context, currentTraceparent } from '#observability';
import { MESSAGING, type WholeMessagingOptions } from './messaging-options.js';
import { insertIntoOutbox } from './outbox.repository.js';
import { OutboxSignal } from './outbox-signal.js';

/** An event to be; what `subject` names is said by its type. */
export interface NewEvent<T> {
  subject: string;
  data: T;
  /** The request that it comes from, where that isn't the current one. */
  requestId?: string;
  /** The trace that it belongs to, where that isn't the current one. */
  traceparent?: string;
}

/**
 * Where events begin. What is added is published after the caller's transaction has committed, at least once, and never
 * if it is rolled back. No broker is needed for it.
 */
@Injectable()
export class Outbox {
  constructor(
    @Inject(MESSAGING) private readonly options: WholeMessagingOptions,
    private readonly signal: OutboxSignal,
  ) {}

  /** Throws InvalidEvent on data that a consumer would have to refuse. */
  async add<T>(tx: Tx, type: EventType<T>, event: NewEvent<T>): Promise<CloudEvent<T>> {
    const [added] = await this.addAll(tx, type, [event]);
    return added!;
  }

  /** Many in one statement; some thousands at a time at most. */
  async addAll<T>(tx: Tx, type: EventType<T>, events: NewEvent<T>[]): Promise<CloudEvent<T>[]> {
    const current = currentTraceparent();
    const made: CloudEvent<T>[] = events.map(({ subject, data, traceparent = current }) => ({
      ...cloudEvent(type, this.options.service, subject, data),
      ...(traceparent !== undefined && { traceparent }),
    }));
    if (made.length === 0) return made;
    const { requestId = null, eventId = null } = context.get();
    await insertIntoOutbox(
      tx,
      made.map((event, i) => ({
        event_id: event.id,
        type: type.name,
        body: JSON.stringify(event),
        request_id: events[i]!.requestId ?? requestId,
        cause_id: eventId,
      })),
    );
    this.signal.after(tx);
    return made;
  }

  /** Signals the relay now. Only needed by who adds without a transaction of TypeORM's. */
  wake(): void {
    this.signal.send();
  }
}
