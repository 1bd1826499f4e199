import { Injectable } from '@nestjs/common';
import type { Problem } from '#http';
import { tooManyRequests } from './access.errors.js';
import { RateLimitRepository } from './rate-limit.repository.js';

export interface Allowance {
  /** For every answer to a request of a limited key. */
  headers: Record<string, string>;
  exceeded?: Problem;
}

/** Requests a key may make in a minute, by the clock's minutes. */
@Injectable()
export class RateLimit {
  constructor(private readonly repository: RateLimitRepository) {}

  async take(keyId: string, limit: number): Promise<Allowance> {
    const { number, secondsLeft } = await this.repository.count(keyId);
    const headers = {
      'x-rate-limit-limit': String(limit),
      'x-rate-limit-remaining': String(Math.max(0, limit - number)),
      'x-rate-limit-reset': String(secondsLeft),
    };
    return number > limit ? { headers, exceeded: tooManyRequests(limit, secondsLeft) } : { headers };
  }
}
