import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type OptoutCollected, optoutCollected } from '#contracts';
import { overloaded, unavailable } from '#http';
import { type NewEvent, Outbox } from '#messaging';
import { type Counter, context, currentTraceparent, Metrics } from '#observability';
import { Batches, TooManyWaiting } from '../batches.js';

/** Token of the most opt-outs that may wait at a time. */
export const INTAKE_WAITING = Symbol('most opt-outs that wait');

const SIZE = 1_000;
const LANES = 2;

/**
 * Where opt-outs become durable. They are written to the outbox, many in one transaction, and each is taken when that has committed, not before. The outbox is their only copy here:
 * the relay carries them to their list. A batch that fails is refused as a whole and may be sent again; a repeated opt-out does no harm.
 */
@Injectable()
export class Intake {
  private readonly logger = new Logger(Intake.name);
  private readonly accepted: Counter<'via'>;
  private readonly batches: Batches<NewEvent<OptoutCollected>, unknown>;

  constructor(
    @Inject(INTAKE_WAITING) waiting: number,
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.accepted = metrics.counter({
      name: 'heed_collect_accepted_total',
      help: 'Opt-outs that were written down, by the API or by a link',
      labels: ['via'],
    });
    this.batches = new Batches((items) => this.commit(items), { size: SIZE, lanes: LANES, waiting });
  }

  /** Resolves when no crash can lose it any more. @throws {Problem} 503 when too many wait, or they couldn't be written. */
  async take(optOut: Omit<OptoutCollected, 'collectedAt'>): Promise<void> {
    try {
      const data = { ...optOut, collectedAt: new Date().toISOString() };
      await this.batches.add({
        subject: data.optoutListId,
        data,
        requestId: context.get().requestId,
        traceparent: currentTraceparent(),
      });
      this.accepted.inc({ via: optOut.linkKey === undefined ? 'api' : 'link' });
    } catch (error) {
      throw error instanceof TooManyWaiting ? overloaded('Too many opt-outs are waiting.') : unavailable();
    }
  }

  private async commit(events: NewEvent<OptoutCollected>[]): Promise<unknown[]> {
    try {
      // One statement, which commits by itself: a transaction around it would be three round trips.
      const added = await this.outbox.addAll(this.dataSource.manager, optoutCollected, events);
      this.outbox.wake();
      return added;
    } catch (error) {
      this.logger.error({ msg: 'opt-outs could not be written', count: events.length, err: error });
      throw error;
    }
  }
}
