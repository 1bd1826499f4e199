import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Storage } from '#storage';
import { Repeating } from '../schedule/repeating.js';
import { DownloadsRepository } from './downloads.repository.js';

const CLEAN_EVERY_MS = 60_000;
const AT_A_TIME = 100;

/** Removes files that nobody can fetch any more, 24 hours after they were asked for. Every replica may do it: removing twice is fine. */
@Injectable()
export class DownloadCleaner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds = new Repeating(DownloadCleaner.name, CLEAN_EVERY_MS, () => this.clean());

  constructor(
    private readonly downloads: DownloadsRepository,
    private readonly storage: Storage,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async clean(): Promise<void> {
    for (;;) {
      const expired = await this.downloads.findExpired(AT_A_TIME);
      for (const { id, objectKey } of expired) {
        await this.storage.remove(objectKey);
        await this.downloads.markExpired(id);
      }
      if (expired.length < AT_A_TIME) return;
    }
  }
}
