import { Logger } from '@nestjs/common';
import type { DataSource, QueryRunner } from 'typeorm';
import { OUTBOX_CHANNEL } from './outbox-signal.js';
import { pause } from './pause.js';

/** What the listener needs of the database's connection. */
interface Connection {
  on(event: 'notification' | 'end' | 'error', listener: () => void): void;
}

const RETRY_MS = 2_000;

/** Hears OutboxSignal on a connection that it keeps for itself, and takes another when that is lost. */
export class OutboxListener {
  private readonly log = new Logger('Messaging');
  private readonly stopping = new AbortController();
  private runner: QueryRunner | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly heard: () => void,
  ) {}

  async start(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.listen();
        return;
      } catch (error) {
        this.log.warn(`can't listen for new events, polling goes on: ${(error as Error).message}`);
        await pause(RETRY_MS, this.stopping.signal);
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    const runner = this.runner;
    this.runner = undefined;
    if (!runner || runner.isReleased) return;
    // Back in the pool the connection must not go on listening.
    await runner.query('UNLISTEN *').catch(() => undefined);
    await runner.release();
  }

  private async listen(): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    this.runner = runner;
    try {
      const connection = (await runner.connect()) as Connection;
      connection.on('notification', this.heard);
      await runner.query(`LISTEN ${OUTBOX_CHANNEL}`);
      connection.on('end', () => {
        if (this.runner === runner) void this.start();
      });
    } catch (error) {
      this.runner = undefined;
      await runner.release().catch(() => undefined);
      throw error;
    }
    // Whatever was signalled while nobody listened.
    this.heard();
  }
}
