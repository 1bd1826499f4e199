import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from '#database';
import { MessagingModule } from '#messaging';
import type { CollectConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { DirectoryFillingModule } from './directory/directory-filling.module.js';

/** Carries opt-outs to the broker and keeps the directory filled. */
@Module({})
export class WorkerModule {
  static with(config: CollectConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        DatabaseModule.forRoot(databaseOptions(config, 'worker')),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'collect', relay: true, consume: true }),
        DirectoryFillingModule,
      ],
    };
  }
}
