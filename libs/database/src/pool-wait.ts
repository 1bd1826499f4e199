import type { Pool } from 'pg';

/** A queue is judged when it has stood for so long; a crowd that is served in less time is none. */
const JUDGED_AFTER_MS = 250;
/** From then on the older half of what was seen counts for half. */
const REMEMBERED_MS = 2_000;

/** Expects, from how many were served a second since the pool was used up, how long whoever comes now will wait for a connection. */
export class PoolWait {
  private since = performance.now();
  private served = 0;

  constructor(private readonly pool: Pool) {
    pool.on('acquire', () => {
      this.served++;
      if (!this.isUsedUp()) this.begin();
    });
  }

  /** Milliseconds; 0 as long as connections are free, or the queue is too young to tell. */
  expectedMs(): number {
    if (!this.isUsedUp()) {
      this.begin();
      return 0;
    }
    const elapsed = performance.now() - this.since;
    if (elapsed < JUDGED_AFTER_MS) return 0;
    const wait = (this.pool.waitingCount * elapsed) / Math.max(1, this.served);
    if (elapsed > REMEMBERED_MS) {
      this.since += elapsed / 2;
      this.served /= 2;
    }
    return wait;
  }

  private isUsedUp(): boolean {
    const { idleCount, totalCount, waitingCount, options } = this.pool;
    return waitingCount > 0 && idleCount === 0 && totalCount >= options.max;
  }

  private begin(): void {
    this.since = performance.now();
    this.served = 0;
  }
}
