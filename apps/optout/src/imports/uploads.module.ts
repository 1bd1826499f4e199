import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { ImportsModule } from './engine/index.js';
import { ImportsAdminController } from './imports-admin.controller.js';
import { ImportsAdminService } from './imports-admin.service.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [AccessModule, ListsModule, ImportsModule],
  controllers: [UploadsController, ImportsAdminController],
  providers: [UploadsService, ImportsAdminService],
})
export class UploadsModule {}
