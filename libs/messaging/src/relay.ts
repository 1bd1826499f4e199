import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CloudEvent, cloudEventsMediaType } from '#contracts';
import { isUnavailable, type Tx } from '#database';
import { beginSpan, type OpenSpan, tracingIsOn } from '#observability';
import { Alarm } from './alarm.js';
import { Broker } from './broker.js';
import { ChannelLoop } from './channel-loop.js';
import { MESSAGING, type WholeMessagingOptions } from './messaging-options.js';
import { type OutboxRow, returnToOutbox, takeFromOutbox } from './outbox.repository.js';
import { OutboxListener } from './outbox-listener.js';
import { pause } from './pause.js';
import { type Outcome, type Outgoing, Publisher } from './publisher.js';
import { assertTopology, EVENTS } from './topology.js';

/** Events of one transaction. */
const WINDOW = 500;
/** The safety net under lost signals. */
const POLL_MS = 1_000;
/** How long an event rests that couldn't be published. */
const REST_SECONDS = 2;
const ERROR_PAUSE_MS = 1_000;

/**
 * Carries the outbox to the broker. A window of events is taken, published and confirmed inside one transaction: if this
 * process dies anywhere in between they are in the outbox still, and are published again under the same id. Any number of
 * relays work side by side.
 *
 * An event that no queue takes is dropped if it is of a kind that only customers listen to: nobody does at the moment.
 * If one of our own services must hear it, its queue was deleted: it stays, the queues are declared again, and then it goes.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Messaging');
  private readonly alarm = new Alarm();
  private readonly crowded = new Alarm();
  private readonly stopping = new AbortController();
  private readonly needed: ReadonlySet<string>;
  private readonly channels: ChannelLoop;
  private readonly listener: OutboxListener;
  private publisher: Publisher | undefined;
  private running: Promise<unknown> | undefined;

  constructor(
    @Inject(MESSAGING) options: WholeMessagingOptions,
    broker: Broker,
    private readonly dataSource: DataSource,
  ) {
    this.needed = new Set(options.queues.map(({ eventType }) => eventType.name));
    this.listener = new OutboxListener(dataSource, () => this.alarm.ring());
    this.channels = new ChannelLoop(broker, 'relay', async (channel) => {
      await assertTopology(channel, options.queues);
      const publisher = new Publisher(channel);
      channel.once('close', () => this.leave(publisher));
      this.publisher = publisher;
      this.alarm.ring();
    });
  }

  onApplicationBootstrap(): void {
    void this.listener.start();
    this.channels.start().catch((error) => this.log.error(`the broker's queues aren't ours: ${error.message}`));
    // While the first waits for its confirms the second prepares the next window; it sleeps unless there is a crowd.
    this.running = Promise.all([this.run(this.alarm), this.run(this.crowded)]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.alarm.ring();
    this.crowded.ring();
    await this.running;
    await this.listener.stop();
    await this.channels.stop();
  }

  private async run(alarm: Alarm): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        const count = this.publisher ? await this.relaySome(this.publisher) : 0;
        if (count < WINDOW) await alarm.wait(POLL_MS);
      } catch (error) {
        if (!isUnavailable(error)) this.log.error(error);
        await pause(ERROR_PAUSE_MS, this.stopping.signal);
      }
    }
  }

  private relaySome(publisher: Publisher): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const rows = await takeFromOutbox(tx, WINDOW);
      if (rows.length === WINDOW) this.crowded.ring();
      const spans = rows.map(spanOf);
      const outcomes = await publisher.publish(rows.map((row, i) => messageOf(row, spans[i]?.traceparent)));
      for (const [i, span] of spans.entries()) span?.end({ failed: outcomes[i] === 'refused' });
      // Its channel is closed, or the broker takes nothing: there will be another channel.
      if (rows.length > 0 && outcomes.every((outcome) => outcome === 'refused')) this.leave(publisher);
      const kept = rows.filter((row, i) => this.mustBeKept(row, outcomes[i]!));
      if (kept.length > 0) await this.keep(tx, kept);
      return rows.length;
    });
  }

  private mustBeKept({ type }: OutboxRow, outcome: Outcome): boolean {
    if (outcome === 'unroutable' && this.needed.has(type)) this.declareAgain(type);
    return outcome === 'refused' || (outcome === 'unroutable' && this.needed.has(type));
  }

  private declareAgain(type: string): void {
    this.log.error(`the queue of ${type} was missing; declaring all queues again`);
    if (this.publisher) this.leave(this.publisher);
  }

  /** A closed channel is followed by a new one, which begins with the declarations. */
  private leave(publisher: Publisher): void {
    publisher.close();
    if (this.publisher === publisher) this.publisher = undefined;
  }

  private async keep(tx: Tx, rows: OutboxRow[]): Promise<void> {
    this.log.warn(`${rows.length} events could not be published; trying again in ${REST_SECONDS} s`);
    await returnToOutbox(tx, rows, REST_SECONDS);
  }
}

/** Only what belongs to a trace has one. */
function spanOf({ type, event_id, body }: OutboxRow): OpenSpan | undefined {
  if (!tracingIsOn()) return undefined;
  const { traceparent } = JSON.parse(body) as CloudEvent<unknown>;
  if (traceparent === undefined) return undefined;
  const attributes = {
    'messaging.system': 'rabbitmq',
    'messaging.destination.name': EVENTS,
    'messaging.message.id': event_id,
  };
  return beginSpan(`publish ${type}`, { kind: 'producer', traceparent, attributes });
}

const messageOf = (row: OutboxRow, traceparent: string | undefined): Outgoing => ({
  exchange: EVENTS,
  routingKey: row.type,
  body: Buffer.from(row.body),
  properties: {
    messageId: row.event_id,
    type: row.type,
    contentType: cloudEventsMediaType,
    headers: {
      ...(row.request_id && { 'x-request-id': row.request_id }),
      ...(row.cause_id && { 'x-cause-id': row.cause_id }),
      ...(traceparent && { traceparent }),
    },
  },
});
