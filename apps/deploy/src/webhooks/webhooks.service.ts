import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '#http';
import { checkAccount } from '../access/check-account.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Delivery } from './delivery.js';
import type { ListDeliveriesDto } from './list-deliveries.dto.js';
import { newSigningSecret } from './new-signing-secret.js';
import type { Webhook } from './webhook.entity.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** How long both the new and the old secret are good: time to change it at the other end. */
const BOTH_VALID_HOURS = 24;

const noWebhook = () => notFound('The account has no such webhook.');

@Injectable()
export class WebhooksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  async list(accountId: string): Promise<Webhook[]> {
    await checkAccount(this.dataSource.manager, accountId);
    return this.webhooks.ofAccount(this.dataSource.manager, accountId);
  }

  async setEnabled(accountId: string, id: string, enabled: boolean): Promise<void> {
    if (!(await this.webhooks.setEnabled(this.dataSource.manager, { accountId, id }, enabled))) throw noWebhook();
  }

  async delete(accountId: string, id: string): Promise<void> {
    if (!(await this.webhooks.delete(this.dataSource.manager, { accountId, id }))) throw noWebhook();
  }

  async listDeliveries(accountId: string, webhookId: string, wanted: ListDeliveriesDto): Promise<Delivery[]> {
    const tx = this.dataSource.manager;
    if (!(await this.webhooks.exists(tx, accountId, webhookId))) throw noWebhook();
    return this.webhooks.deliveries(tx, { accountId, webhookId }, wanted);
  }

  async redeliver(accountId: string, webhookId: string, deliveryId: string): Promise<void> {
    if (!(await this.deliveries.again(this.dataSource.manager, { accountId, webhookId }, deliveryId)))
      throw notFound('The webhook has no such delivery.');
  }

  async rotateSecret(accountId: string, id: string): Promise<{ secret: string; previousValidUntil: string }> {
    const secret = newSigningSecret();
    const until = await this.webhooks.rotate(this.dataSource.manager, { accountId, id }, secret, BOTH_VALID_HOURS);
    if (!until) throw noWebhook();
    return { secret, previousValidUntil: until.toISOString() };
  }
}
