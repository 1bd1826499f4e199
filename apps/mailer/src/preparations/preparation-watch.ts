import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Preparation } from './preparation.js';
import { PreparationsRepository } from './preparations.repository.js';

const LOOK_EVERY_MS = 100;

/**
 * Lets requests wait until the worker has written what became of their preparation. One question to the database for all that wait in this process, ten times a second and only while somebody waits: nothing
 * to subscribe to, so nothing that can be missed when a connection breaks.
 */
@Injectable()
export class PreparationWatch implements BeforeApplicationShutdown {
  private readonly logger = new Logger(PreparationWatch.name);
  private readonly waiting = new Map<string, (settled: Preparation | undefined) => void>();
  private timer: NodeJS.Timeout | undefined;
  private ending = false;

  constructor(private readonly repository: PreparationsRepository) {}

  /** The preparation once it is settled; undefined after so many milliseconds, when nobody wants it any more, or when the process is about to end. */
  settled(id: string, milliseconds: number, gone: AbortSignal): Promise<Preparation | undefined> {
    if (milliseconds <= 0 || gone.aborted || this.ending) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const end = (settled: Preparation | undefined) => {
        clearTimeout(deadline);
        gone.removeEventListener('abort', giveUp);
        this.waiting.delete(id);
        resolve(settled);
      };
      const giveUp = () => end(undefined);
      const deadline = setTimeout(giveUp, milliseconds);
      gone.addEventListener('abort', giveUp);
      this.waiting.set(id, end);
      this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY_MS);
    });
  }

  /** Before the server waits for its requests. */
  beforeApplicationShutdown(): void {
    this.ending = true;
    clearTimeout(this.timer);
    for (const end of [...this.waiting.values()]) end(undefined);
  }

  private async look(): Promise<void> {
    try {
      for (const settled of await this.repository.findSettled([...this.waiting.keys()]))
        this.waiting.get(settled.id)?.(settled);
    } catch (err) {
      this.logger.warn({ msg: 'preparations could not be looked at', err });
    }
    this.timer = this.waiting.size > 0 ? setTimeout(() => void this.look(), LOOK_EVERY_MS) : undefined;
  }
}
