import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { LinksController } from './links.controller.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';
import { LinksStateController } from './links-state.controller.js';
import { LinksStateService } from './links-state.service.js';

/** Links by which people opt out themselves, and their administration. */
@Module({
  imports: [DirectoryModule],
  controllers: [LinksController, LinksStateController],
  providers: [LinksRepository, LinksService, LinksStateService],
})
export class OptOutLinksModule {}
