import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { Imports } from './engine/index.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [AccessModule, ListsModule],
  controllers: [UploadsController],
  providers: [Imports, UploadsService],
})
export class ImportsModule {}
