import { Module } from '@nestjs/common';
import { BuildsModule } from '../builds/builds.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { OptOutsModule } from '../opt-outs/index.js';
import { SuppressionSources } from '../suppression-files/suppression-sources.js';
import { Cleanser } from './cleanser.js';
import { CleansingCleaner } from './cleansing-cleaner.js';
import { CleansingSources } from './cleansing-sources.js';
import { CleansingsConsumer } from './cleansings.consumer.js';
import { CleansingsRepository } from './cleansings.repository.js';
import { CleansingsService } from './cleansings.service.js';

/** Mailing lists that mailers send to have those who opted out taken out of them, for workers. */
@Module({
  imports: [BuildsModule, ListsModule, OptOutsModule],
  controllers: [CleansingsConsumer],
  providers: [
    SuppressionSources,
    CleansingSources,
    Cleanser,
    CleansingsRepository,
    CleansingsService,
    CleansingCleaner,
  ],
})
export class CleansingsModule {}
