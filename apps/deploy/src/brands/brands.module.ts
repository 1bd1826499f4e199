import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BrandsController } from './brands.controller.js';
import { BrandsRepository } from './brands.repository.js';
import { BrandsService } from './brands.service.js';

@Module({
  imports: [AccessModule],
  controllers: [BrandsController],
  providers: [BrandsService, BrandsRepository],
  exports: [BrandsService],
})
export class BrandsModule {}
