import { Logger, type OnModuleDestroy } from '@nestjs/common';

const FLUSH_EVERY_MS = 5_000;

/**
 * When each credential was last used, without a write per request: uses are gathered and written together every 5 seconds, and at shutdown. A crash forgets at most those seconds.
 */
export class LastUsed implements OnModuleDestroy {
  private readonly logger = new Logger(LastUsed.name);
  private uses = new Map<string, Date>();
  private readonly timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();

  /** @param write sets the time of each id unless a later one is there */
  constructor(private readonly write: (uses: { ids: string[]; times: Date[] }) => Promise<unknown>) {}

  touch(id: string): void {
    this.uses.set(id, new Date());
  }

  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    // Sorted, so that two replicas that write the same rows can't deadlock.
    const uses = [...this.uses].sort(([a], [b]) => (a < b ? -1 : 1));
    this.uses = new Map();
    try {
      await this.write({ ids: uses.map(([id]) => id), times: uses.map(([, time]) => time) });
    } catch (error) {
      this.logger.warn({ msg: 'times of last use could not be written', err: error });
    }
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
