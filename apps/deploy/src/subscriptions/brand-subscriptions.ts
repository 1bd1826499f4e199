import { Injectable } from '@nestjs/common';
import { type BrandSubscribe, brandSubscribe } from '#contracts';
import type { Tx } from '#database';
import { Outbox } from '#messaging';
import type { NamedBrand } from '../brands/brands.repository.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Whose subscriptions they are. */
export interface Subscriber {
  accountId: string;
  emailMd5: string;
  email: string;
}

/** Subscribes contacts, with the event of each subscription in the transaction that adds it. */
@Injectable()
export class BrandSubscriptions {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @param brands sorted by id; those that the contact has already are passed over */
  async add(
    tx: Tx,
    { accountId, emailMd5, email }: Subscriber,
    brands: NamedBrand[],
    { cause, publish }: { cause: BrandSubscribe['cause']; publish: boolean },
  ): Promise<void> {
    if (brands.length === 0) return;
    const names = new Map(brands.map(({ id, name }) => [id, name]));
    const added = await this.subscriptions.insert(tx, accountId, emailMd5, [...names.keys()]);
    if (!publish) return;
    const events = added.map(({ brandId, subscribedAt }) => ({
      subject: emailMd5,
      data: {
        accountId,
        emailMd5,
        email,
        brandId,
        brandName: names.get(brandId)!,
        subscribedAt: subscribedAt.toISOString(),
        cause,
      },
    }));
    await this.outbox.addAll(tx, brandSubscribe, events);
  }
}
