import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HealthRegistry } from '#observability';
import { Storage } from './storage.js';

/** Injection token: whether this door sets up the bucket. */
export const SETS_UP = Symbol('sets up the bucket');

@Injectable()
export class StorageReadiness implements OnModuleInit {
  constructor(
    private readonly storage: Storage,
    private readonly health: HealthRegistry,
    @Inject(SETS_UP) private readonly setsUp: boolean,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.setsUp) await this.storage.ensureBucket();
    this.health.add('storage', () => this.storage.check());
  }
}
