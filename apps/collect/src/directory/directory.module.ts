import { Module } from '@nestjs/common';
import { DirectoryController } from './directory.controller.js';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryService } from './directory.service.js';
import { DirectoryRebuildService } from './directory-rebuild.service.js';

/** The replica of optout's lists, users, tokens and grants, as requests read it. */
@Module({
  controllers: [DirectoryController],
  providers: [DirectoryRepository, DirectoryService, DirectoryRebuildService],
  exports: [DirectoryService],
})
export class DirectoryModule {}
