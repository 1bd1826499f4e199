import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';

/** Does the same work again and again, some time after it ended. A round that fails is logged, and the next one tries again. */
export class Repeating {
  private readonly stopping = new AbortController();
  private readonly logger: Logger;
  private running: Promise<void> | undefined;

  constructor(
    name: string,
    private readonly pauseMs: number,
    private readonly work: (signal: AbortSignal) => Promise<unknown>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    this.running ??= this.run(this.stopping.signal);
  }

  /** Resolves when the round in hand has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.work(signal).catch((error) => this.logger.warn({ msg: 'will be tried again', err: error }));
      await pause(this.pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
