import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from '#database';
import { MessagingModule } from '#messaging';
import { StorageModule } from '#storage';
import { AccessWorkerModule } from './access/access-worker.module.js';
import { CleansingsModule } from './cleansings/cleansings.module.js';
import { CollectedModule } from './collected/collected.module.js';
import type { OptoutConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { DirectoryWorkerModule } from './directory/directory-worker.module.js';
import { DownloadsWorkerModule } from './downloads/downloads-worker.module.js';
import { ImportSettingsModule } from './imports/engine/index.js';
import { UploadsWorkerModule } from './imports/uploads-worker.module.js';
import { PersonsWorkerModule } from './persons/persons-worker.module.js';
import { SuppressionFilesModule } from './suppression-files/suppression-files.module.js';

/** What workers do: everything that takes longer than an answer may. */
@Module({
  imports: [
    AccessWorkerModule,
    CollectedModule,
    DirectoryWorkerModule,
    DownloadsWorkerModule,
    UploadsWorkerModule,
    PersonsWorkerModule,
    SuppressionFilesModule,
    CleansingsModule,
  ],
})
export class WorkerModule {
  static with(config: OptoutConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        DatabaseModule.forRoot(databaseOptions(config, 'worker')),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'optout', relay: true, consume: true }),
        StorageModule.forRoot(config, { work: true }),
        ImportSettingsModule.with(config),
      ],
    };
  }
}
