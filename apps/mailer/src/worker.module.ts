import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from '#database';
import { MessagingModule } from '#messaging';
import { CleansingReadyConsumer } from './cleansings/cleansing-ready.consumer.js';
import type { MailerConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { DirectoryConsumer } from './directory/directory.consumer.js';
import { DirectoryRepository } from './directory/directory.repository.js';
import { DirectoryRequestSchedule } from './directory/directory-request.schedule.js';
import { PreparationsRepository } from './preparations/preparations.repository.js';
import { PreparationsCleanUp } from './preparations/preparations-clean-up.js';
import { PreparePlacesRepository } from './preparations/prepare-places.repository.js';
import { SuppressionReadyConsumer } from './preparations/suppression-ready.consumer.js';

/** The worker: relay, consumers, and what is done by the clock. */
@Module({})
export class WorkerModule {
  static with(config: MailerConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        DatabaseModule.forRoot(databaseOptions(config, 'worker')),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'mailer', relay: true, consume: true }),
      ],
      controllers: [DirectoryConsumer, SuppressionReadyConsumer, CleansingReadyConsumer],
      providers: [
        DirectoryRepository,
        DirectoryRequestSchedule,
        PreparationsRepository,
        PreparationsCleanUp,
        PreparePlacesRepository,
      ],
    };
  }
}
