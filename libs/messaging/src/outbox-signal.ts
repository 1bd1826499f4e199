import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntitySubscriberInterface, type QueryRunner } from 'typeorm';
import type { Tx } from '#database';

/** Shortest time between two signals of a process. */
const INTERVAL_MS = 25;

export const OUTBOX_CHANNEL = 'heed_outbox';

/**
 * Tells relays that there is something in the outbox, after the commit of the transaction that put it there. Never inside
 * it: a transaction that notifies commits under a lock of the whole server, one after another. Signals may get lost; the
 * relay also polls.
 */
@Injectable()
export class OutboxSignal implements EntitySubscriberInterface, OnApplicationShutdown {
  private readonly touched = new WeakSet<QueryRunner>();
  private timer: NodeJS.Timeout | undefined;
  private again = false;

  constructor(private readonly dataSource: DataSource) {
    dataSource.subscribers.push(this);
  }

  /** Signals when the transaction has committed. */
  after(tx: Tx): void {
    if (tx.queryRunner) this.touched.add(tx.queryRunner);
  }

  afterTransactionCommit({ queryRunner }: { queryRunner: QueryRunner }): void {
    if (queryRunner.isTransactionActive) return;
    if (this.touched.delete(queryRunner)) this.send();
  }

  afterTransactionRollback({ queryRunner }: { queryRunner: QueryRunner }): void {
    if (!queryRunner.isTransactionActive) this.touched.delete(queryRunner);
  }

  /** Signals now, or, if that was done a moment ago, in a moment. */
  send(): void {
    if (this.timer) {
      this.again = true;
      return;
    }
    this.dataSource.query(`NOTIFY ${OUTBOX_CHANNEL}`).catch(() => undefined);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.again) return;
      this.again = false;
      this.send();
    }, INTERVAL_MS);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }
}
