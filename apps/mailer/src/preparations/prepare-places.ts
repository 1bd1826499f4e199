import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { tooManyRequests } from './preparations.errors.js';
import { PreparePlacesRepository } from './prepare-places.repository.js';

/** How long a replica that died keeps a place. */
const LEASE_SECONDS = 40;
const RENEW_MS = 10_000;

/** At most three prepares at a time for an IP address, whichever replica has them. */
@Injectable()
export class PreparePlaces {
  private readonly logger = new Logger(PreparePlaces.name);

  constructor(private readonly repository: PreparePlacesRepository) {}

  /** @throws too_many_requests */
  async within<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    if (!(await this.repository.take(ip, holder, LEASE_SECONDS))) throw tooManyRequests();
    const renewing = setInterval(() => void this.keep(ip, holder), RENEW_MS);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await this.repository
        .leave(ip, holder)
        .catch((err) => this.logger.warn({ msg: 'a place is kept until its lease ends', err }));
    }
  }

  private async keep(ip: string, holder: string): Promise<void> {
    await this.repository
      .keep(ip, holder, LEASE_SECONDS)
      .catch((err) => this.logger.warn({ msg: 'a place could not be kept', err }));
  }
}
