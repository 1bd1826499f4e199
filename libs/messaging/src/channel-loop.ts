import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import type { ConfirmChannel } from 'amqplib';
import type { Broker } from './broker.js';
import { pause } from './pause.js';

/** Between the end of one channel and the next. */
const PAUSE_MS = 500;

/** The broker's answer to a declaration that contradicts what is there. */
const PRECONDITION_FAILED = 406;

/** Keeps a channel open: when it ends, for whatever reason, it opens another and sets it up again. */
export class ChannelLoop {
  private readonly log = new Logger('Messaging');
  private readonly stopping = new AbortController();
  private channel: ConfirmChannel | undefined;

  constructor(
    private readonly broker: Broker,
    private readonly name: string,
    private readonly setUp: (channel: ConfirmChannel) => Promise<void>,
  ) {}

  /** Resolves when the first channel is set up; rejects when the broker has something else of the same name. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.run(resolve, reject);
    });
  }

  /** Closes the channel; what it hasn't acknowledged goes back to its queue. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.channel?.close().catch(() => undefined);
  }

  private async run(opened: () => void, impossible: (error: unknown) => void): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        const channel = await this.broker.openChannel();
        this.channel = channel;
        const closed = once(channel, 'close');
        // It rejects on the 'error' that makes the set-up fail, and then nobody awaits it.
        closed.catch(() => undefined);
        await this.setUp(channel);
        opened();
        await closed;
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        if ((error as { code?: number }).code === PRECONDITION_FAILED) impossible(error);
        this.log.warn(`${this.name}: ${(error as Error).message}`);
      }
      await pause(PAUSE_MS, this.stopping.signal);
    }
  }
}
