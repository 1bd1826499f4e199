import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from '#auth';
import { DatabaseModule } from '#database';
import { MessagingModule } from '#messaging';
import { StorageModule } from '#storage';
import { AdminModule } from './admin/admin.module.js';
import type { OptoutConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { DownloadsModule } from './downloads/downloads.module.js';
import { ImportSettingsModule } from './imports/engine/index.js';
import { UploadsModule } from './imports/uploads.module.js';

/** What the HTTP door does. */
@Module({ imports: [UploadsModule, DownloadsModule, AdminModule] })
export class AppModule {
  static with(config: OptoutConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(databaseOptions(config, 'http')),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'optout' }),
        StorageModule.forRoot(config),
        ImportSettingsModule.with(config),
        AuthModule.forRoot(config),
      ],
    };
  }
}
