import { Module } from '@nestjs/common';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryService } from './directory.service.js';
import { DirectoryAnnouncer } from './directory-announcer.js';

/** Lists and users: what there is, and how it is changed. */
@Module({
  providers: [DirectoryRepository, DirectoryAnnouncer, DirectoryService],
  exports: [DirectoryService],
})
export class DirectoryModule {}
