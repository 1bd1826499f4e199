import { Module } from '@nestjs/common';
import { BrandSubscriptions } from './brand-subscriptions.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

@Module({
  providers: [BrandSubscriptions, SubscriptionsRepository],
  exports: [BrandSubscriptions, SubscriptionsRepository],
})
export class BrandSubscriptionsModule {}
