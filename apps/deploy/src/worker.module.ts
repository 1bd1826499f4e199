import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from '#database';
import { MessagingModule } from '#messaging';
import type { DeployConfig } from './config.js';
import { deployDatabase } from './database/data-source.js';

/** The worker: brings the events of contacts to the broker. */
@Module({})
export class WorkerModule {
  static with(config: DeployConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        DatabaseModule.forRoot(deployDatabase(config, 'worker')),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'deploy', relay: true }),
      ],
    };
  }
}
