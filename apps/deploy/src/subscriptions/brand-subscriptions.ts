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

export interface NewSubscription {
  subscriber: Subscriber;
  brand: NamedBrand;
  publish: boolean;
}

export interface AddedSubscription {
  subscriber: Subscriber;
  brand: NamedBrand;
  subscribedAt: Date;
  cause: BrandSubscribe['cause'];
}

/** Subscribes contacts, with the event of each subscription in the transaction that adds it. */
@Injectable()
export class BrandSubscriptions {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @param wanted those of a contact sorted by brand; one that the contact has already is passed over */
  async add(tx: Tx, wanted: NewSubscription[], cause: BrandSubscribe['cause']): Promise<void> {
    if (wanted.length === 0) return;
    const added = await this.subscriptions.insert(tx, wanted);
    await this.tell(
      tx,
      added.filter(({ publish }) => publish).map((subscription) => ({ ...subscription, cause })),
    );
  }

  /** The events of subscriptions that this transaction has added. */
  async tell(tx: Tx, added: AddedSubscription[]): Promise<void> {
    const events = added.map(({ subscriber: { accountId, emailMd5, email }, brand, subscribedAt, cause }) => ({
      subject: emailMd5,
      data: {
        accountId,
        emailMd5,
        email,
        brandId: brand.id,
        brandName: brand.name,
        subscribedAt: subscribedAt.toISOString(),
        cause,
      },
    }));
    await this.outbox.addAll(tx, brandSubscribe, events);
  }
}
