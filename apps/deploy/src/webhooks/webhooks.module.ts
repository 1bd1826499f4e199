import { Module } from '@nestjs/common';
import { DeliveriesRepository } from './deliveries.repository.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** For the HTTP door: deliveries are watched and sent again, secrets are rotated. */
@Module({ controllers: [WebhooksController], providers: [WebhooksService, WebhooksRepository, DeliveriesRepository] })
export class WebhooksModule {}
