import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { ContactSchemaModule } from '../contact-schema/contact-schema.module.js';
import { OperationLockModule } from '../operations/operation-lock.module.js';
import { BrandSubscriptionsModule } from '../subscriptions/brand-subscriptions.module.js';
import { ContactCreation } from './contact-creation.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsRepository } from './contacts.repository.js';
import { ContactsService } from './contacts.service.js';

@Module({
  imports: [AccessModule, BrandsModule, BrandSubscriptionsModule, ContactSchemaModule, OperationLockModule],
  controllers: [ContactsController],
  providers: [ContactsService, ContactCreation, ContactsRepository],
  exports: [ContactsService],
})
export class ContactsModule {}
