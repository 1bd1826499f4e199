import { Module } from '@nestjs/common';
import { DeadLettersModule } from '#messaging';
import { DirectoryAdminModule } from '../directory/directory-admin.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { OptOutsModule } from '../opt-outs/index.js';
import { OptOutsAdminController } from './opt-outs-admin.controller.js';
import { OptOutsAdminService } from './opt-outs-admin.service.js';

@Module({
  imports: [DeadLettersModule, DirectoryAdminModule, ListsModule, OptOutsModule],
  controllers: [OptOutsAdminController],
  providers: [OptOutsAdminService],
})
export class AdminModule {}
