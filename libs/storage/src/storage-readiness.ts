import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HealthRegistry } from '#observability';
import { Storage } from './storage.js';

/** The bucket is set up before its door takes work, and the door is ready while the storage answers. */
@Injectable()
export class StorageReadiness implements OnModuleInit {
  constructor(
    private readonly storage: Storage,
    private readonly health: HealthRegistry,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.storage.ensureBucket();
    this.health.add('storage', () => this.storage.check());
  }
}
