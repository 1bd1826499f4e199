import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Storage } from '#storage';
import { Repeating } from '../schedule/repeating.js';
import { SuppressionFilesRepository } from './suppression-files.repository.js';

const CLEAN_EVERY_MS = 60_000;
const AT_A_TIME = 100;

/** Removes files whose newest link has ended. What a crash leaves in the storage goes by the bucket's own rules. */
@Injectable()
export class SuppressionFileCleaner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds = new Repeating(SuppressionFileCleaner.name, CLEAN_EVERY_MS, () => this.clean());

  constructor(
    private readonly dataSource: DataSource,
    private readonly files: SuppressionFilesRepository,
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
      const removed = await this.dataSource.transaction(async (tx) => {
        const keys = await this.files.takeExpired(tx, AT_A_TIME);
        for (const key of keys) await this.storage.remove(key);
        return keys.length;
      });
      if (removed < AT_A_TIME) return;
    }
  }
}
