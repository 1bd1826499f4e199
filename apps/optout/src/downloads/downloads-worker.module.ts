import { Module } from '@nestjs/common';
import { BuildsModule } from '../builds/builds.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { OptOutsModule } from '../opt-outs/index.js';
import { DownloadBuilder } from './download-builder.js';
import { DownloadCleaner } from './download-cleaner.js';
import { DownloadsConsumer } from './downloads.consumer.js';
import { DownloadsRepository } from './downloads.repository.js';

@Module({
  imports: [BuildsModule, ListsModule, OptOutsModule],
  controllers: [DownloadsConsumer],
  providers: [DownloadsRepository, DownloadBuilder, DownloadCleaner],
})
export class DownloadsWorkerModule {}
