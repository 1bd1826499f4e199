import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { tooManyRequests } from './preparations.errors.js';
import { PreparePlacesRepository } from './prepare-places.repository.js';
import { PREPARE_WAIT_SECONDS } from './prepare-wait.js';

/** What a prepare may take beyond its wait; then its place is given to others, whatever became of it. */
const MARGIN_SECONDS = 15;

/** At most three prepares at a time for an IP address, whichever replica has them. */
@Injectable()
export class PreparePlaces {
  private readonly logger = new Logger(PreparePlaces.name);

  constructor(
    private readonly repository: PreparePlacesRepository,
    @Inject(PREPARE_WAIT_SECONDS) private readonly waitSeconds: number,
  ) {}

  /** @throws too_many_requests */
  async within<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    if (!(await this.repository.take(ip, holder, this.waitSeconds + MARGIN_SECONDS))) throw tooManyRequests();
    try {
      return await work();
    } finally {
      await this.repository
        .leave(ip, holder)
        .catch((err) => this.logger.warn({ msg: 'a place is kept until its lease ends', err }));
    }
  }
}
