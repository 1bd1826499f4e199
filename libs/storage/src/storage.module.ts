import { type DynamicModule, Module } from '@nestjs/common';
import { Storage } from './storage.js';
import { StorageReadiness } from './storage-readiness.js';
import type { StorageSettings } from './types.js';

/**
 * Gives a door its {@link Storage}. `{ work: true }` is for workers, which read and write files all the time and so need the storage to be ready. A door that hands out links to files, above all, goes
 * on answering without it.
 */
@Module({})
export class StorageModule {
  static forRoot(settings: StorageSettings, { work = false } = {}): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [{ provide: Storage, useFactory: () => new Storage(settings) }, ...(work ? [StorageReadiness] : [])],
      exports: [Storage],
    };
  }
}
