import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Storage } from '#storage';
import { Repeating } from '../schedule/repeating.js';
import { CleansingsRepository } from './cleansings.repository.js';

const CLEAN_EVERY_MS = 60_000;
const AT_A_TIME = 100;

/** Removes cleansed lists when their 24 hours are over. What a crash leaves in the storage goes by the bucket's own rules. */
@Injectable()
export class CleansingCleaner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds = new Repeating(CleansingCleaner.name, CLEAN_EVERY_MS, () => this.clean());

  constructor(
    private readonly dataSource: DataSource,
    private readonly cleansings: CleansingsRepository,
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
        const keys = await this.cleansings.takeExpired(tx, AT_A_TIME);
        for (const key of keys) await this.storage.remove(key);
        return keys.length;
      });
      if (removed < AT_A_TIME) return;
    }
  }
}
