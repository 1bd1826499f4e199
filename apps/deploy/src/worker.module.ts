import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from '#database';
import { MessagingModule } from '#messaging';
import { StorageModule } from '#storage';
import type { DeployConfig } from './config.js';
import { deployDatabase } from './database/data-source.js';
import { OperationsWorkerModule } from './operations/operations-worker.module.js';
import { WebhooksWorkerModule } from './webhooks/webhooks-worker.module.js';

/** The worker: carries out operations, and brings the events of contacts to the broker and to webhooks. */
@Module({})
export class WorkerModule {
  static with(config: DeployConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        DatabaseModule.forRoot(deployDatabase(config, 'worker')),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'deploy', relay: true, consume: true }),
        StorageModule.forRoot(config, { work: true }),
        OperationsWorkerModule,
        WebhooksWorkerModule.with(config),
      ],
    };
  }
}
