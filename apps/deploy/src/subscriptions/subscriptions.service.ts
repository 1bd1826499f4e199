import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { brandUnsubscribe } from '#contracts';
import type { Tx } from '#database';
import { Outbox } from '#messaging';
import { unknownBrand } from '../brands/brands.errors.js';
import type { NamedBrand } from '../brands/brands.repository.js';
import { BrandsService } from '../brands/brands.service.js';
import { contactNotFound } from '../contacts/contacts.errors.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { OperationLock } from '../operations/operation-lock.js';
import { distinctIds } from './brand-ids.decorator.js';
import { BrandSubscriptions } from './brand-subscriptions.js';
import type { SubscribeDto } from './subscribe.dto.js';
import { notSubscribed } from './subscriptions.errors.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly brandSubscriptions: BrandSubscriptions,
    private readonly contacts: ContactsService,
    private readonly brands: BrandsService,
    private readonly lock: OperationLock,
    private readonly outbox: Outbox,
  ) {}

  async list(accountId: string, emailMd5: string, tx?: Tx): Promise<NamedBrand[]> {
    const brands = await this.subscriptions.list(accountId, emailMd5, tx);
    if (!brands) throw contactNotFound(emailMd5);
    return brands;
  }

  /** @returns all subscriptions of the contact afterwards */
  async subscribe(accountId: string, emailMd5: string, body: SubscribeDto): Promise<NamedBrand[]> {
    return this.dataSource.transaction(async (tx) => {
      await this.lock.enterMutation(tx, accountId);
      const brands = await this.brands.named(tx, accountId, distinctIds(body.brandIds));
      const email = await this.contacts.emailOf(tx, accountId, emailMd5);
      const subscriber = { accountId, emailMd5, email };
      const publish = body.publishBrandSubscribeEvents;
      const wanted = brands.map((brand) => ({ subscriber, brand, publish }));
      await this.brandSubscriptions.add(tx, wanted, 'subscription-added');
      return this.list(accountId, emailMd5, tx);
    });
  }

  async unsubscribe(accountId: string, emailMd5: string, brandId: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await this.lock.enterMutation(tx, accountId);
      const brand = (await this.brands.findNamed(tx, accountId, [brandId])).get(brandId);
      if (!brand) throw unknownBrand(brandId);
      const email = await this.contacts.emailOf(tx, accountId, emailMd5);
      const at = await this.subscriptions.delete(tx, accountId, emailMd5, brandId);
      if (!at) throw notSubscribed(brandId);
      const data = { accountId, emailMd5, email, brandId, brandName: brand.name, unsubscribedAt: at.toISOString() };
      await this.outbox.add(tx, brandUnsubscribe, { subject: emailMd5, data });
    });
  }
}
