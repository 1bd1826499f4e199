import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PreparationsRepository } from './preparations.repository.js';
import { PreparePlacesRepository } from './prepare-places.repository.js';

const EVERY_MS = 3_600_000;

/** Forgets links that are long past, and places that nobody holds any more. The files themselves are the opt-out service's. */
@Injectable()
export class PreparationsCleanUp implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PreparationsCleanUp.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly preparations: PreparationsRepository,
    private readonly places: PreparePlacesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.cleanUp(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async cleanUp(): Promise<void> {
    try {
      await this.preparations.removeExpired();
      await this.places.removeLapsed();
    } catch (err) {
      this.logger.warn({ msg: 'expired preparations could not be removed', err });
    }
  }
}
