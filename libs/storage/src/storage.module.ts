import { type DynamicModule, Module } from '@nestjs/common';
import { Storage } from './storage.js';
import { SETS_UP, StorageReadiness } from './storage-readiness.js';
import type { StorageSettings } from './types.js';

/** Gives a door its {@link Storage}. Workers pass `{ setUp: true }`: the bucket and its rules are there before they take work. */
@Module({})
export class StorageModule {
  static forRoot(settings: StorageSettings, { setUp = false } = {}): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [
        { provide: Storage, useFactory: () => new Storage(settings) },
        { provide: SETS_UP, useValue: setUp },
        StorageReadiness,
      ],
      exports: [Storage],
    };
  }
}
