import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { OperationLockModule } from '../operations/operation-lock.module.js';
import { BrandSubscriptionsModule } from './brand-subscriptions.module.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Module({
  imports: [AccessModule, BrandsModule, BrandSubscriptionsModule, ContactsModule, OperationLockModule],
  controllers: [SubscriptionsController],
  providers: [SubscriptionsService],
})
export class SubscriptionsModule {}
