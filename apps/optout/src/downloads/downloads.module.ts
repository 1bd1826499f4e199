import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { DownloadsController } from './downloads.controller.js';
import { DownloadsRepository } from './downloads.repository.js';
import { DownloadsService } from './downloads.service.js';

@Module({
  imports: [AccessModule, ListsModule],
  controllers: [DownloadsController],
  providers: [DownloadsRepository, DownloadsService],
})
export class DownloadsModule {}
