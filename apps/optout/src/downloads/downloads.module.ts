import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { DownloadsController } from './downloads.controller.js';
import { DownloadsRepository } from './downloads.repository.js';
import { DownloadsService } from './downloads.service.js';
import { DownloadsAdminController } from './downloads-admin.controller.js';
import { DownloadsAdminService } from './downloads-admin.service.js';

@Module({
  imports: [AccessModule, ListsModule],
  controllers: [DownloadsController, DownloadsAdminController],
  providers: [DownloadsRepository, DownloadsService, DownloadsAdminService],
})
export class DownloadsModule {}
