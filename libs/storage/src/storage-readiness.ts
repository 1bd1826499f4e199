import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HealthRegistry } from '#observability';
import { Storage } from './storage.js';

const PAUSE_MS = 1_000;

/**
 * The bucket is set up, and the door is ready while the storage answers. It starts without it: work that needs no files, such as applying what was collected, must not wait for the storage, and the rest
 * is tried again.
 */
@Injectable()
export class StorageReadiness implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Storage');
  private readonly stop = new AbortController();

  constructor(
    private readonly storage: Storage,
    private readonly health: HealthRegistry,
  ) {}

  onModuleInit(): void {
    this.health.add('storage', () => this.storage.check());
    // Only the door's end ends it early.
    this.setUp().catch(() => {});
  }

  onApplicationShutdown(): void {
    this.stop.abort();
  }

  private async setUp(): Promise<void> {
    for (;;) {
      try {
        return await this.storage.ensureBucket();
      } catch (error) {
        this.log.warn(`the bucket can't be set up yet: ${(error as Error).message}`);
      }
      await pause(PAUSE_MS, undefined, { signal: this.stop.signal });
    }
  }
}
