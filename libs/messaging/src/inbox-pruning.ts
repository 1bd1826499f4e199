import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { pruneInbox } from './inbox.repository.js';

/** A message that comes again later than this would have its effect again. */
const KEPT_DAYS = 14;
const INTERVAL_MS = 3_600_000;
const CHUNK = 10_000;

/** Keeps the inbox small. */
@Injectable()
export class InboxPruning implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Messaging');
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.prune().catch((error) => this.log.warn(`pruning the inbox: ${error.message}`));
    }, INTERVAL_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async prune(): Promise<void> {
    while ((await pruneInbox(this.dataSource.manager, KEPT_DAYS, CHUNK)) === CHUNK);
  }
}
