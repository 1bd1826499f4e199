import { Module } from '@nestjs/common';
import { BrandsModule } from '../brands/brands.module.js';
import { ContactSchemaModule } from '../contact-schema/contact-schema.module.js';
import { OperationLockModule } from './operation-lock.module.js';
import { OperationsController } from './operations.controller.js';
import { OperationsRepository } from './operations.repository.js';
import { OperationsService } from './operations.service.js';

/** For the HTTP door: operations are started and watched. */
@Module({
  imports: [BrandsModule, ContactSchemaModule, OperationLockModule],
  controllers: [OperationsController],
  providers: [OperationsService, OperationsRepository],
})
export class OperationsModule {}
