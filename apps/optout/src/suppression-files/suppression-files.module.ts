import { Module } from '@nestjs/common';
import { BuildsModule } from '../builds/builds.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { OptOutsModule } from '../opt-outs/index.js';
import { SuppressionFileCleaner } from './suppression-file-cleaner.js';
import { SuppressionFileMaker } from './suppression-file-maker.js';
import { SuppressionFilesConsumer } from './suppression-files.consumer.js';
import { SuppressionFilesRepository } from './suppression-files.repository.js';
import { SuppressionFilesService } from './suppression-files.service.js';
import { SuppressionSnapshots } from './suppression-snapshots.js';
import { SuppressionSources } from './suppression-sources.js';

/** What mailers' files are made of, for workers. */
@Module({
  imports: [BuildsModule, ListsModule, OptOutsModule],
  controllers: [SuppressionFilesConsumer],
  providers: [
    SuppressionFilesRepository,
    SuppressionFilesService,
    SuppressionFileMaker,
    SuppressionFileCleaner,
    SuppressionSnapshots,
    SuppressionSources,
  ],
})
export class SuppressionFilesModule {}
