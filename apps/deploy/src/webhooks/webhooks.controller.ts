import { Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { UuidParam } from '#http';
import {
  DeliveryListResponse,
  deliveryResponse,
  RotatedSecretResponse,
  WebhookListResponse,
  webhookResponse,
} from './webhooks.response.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/accounts/:accountId/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @ApiOperation({ summary: 'The webhooks of an account; a state file makes them' })
  @ApiOkResponse({ type: WebhookListResponse })
  async list(@Param('accountId', UuidParam) accountId: string): Promise<WebhookListResponse> {
    return { webhooks: (await this.webhooks.list(accountId)).map(webhookResponse) };
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @ApiOperation({ summary: 'A new secret; for 24 hours deliveries are signed with both' })
  @ApiOkResponse({ type: RotatedSecretResponse })
  rotateSecret(
    @Param('accountId', UuidParam) accountId: string,
    @Param('id', UuidParam) id: string,
  ): Promise<RotatedSecretResponse> {
    return this.webhooks.rotateSecret(accountId, id);
  }

  @Get(':id/deliveries')
  @ApiOperation({ summary: 'The newest 100 deliveries, each with its attempts' })
  @ApiOkResponse({ type: DeliveryListResponse })
  async listDeliveries(
    @Param('accountId', UuidParam) accountId: string,
    @Param('id', UuidParam) id: string,
  ): Promise<DeliveryListResponse> {
    return { deliveries: (await this.webhooks.listDeliveries(accountId, id)).map(deliveryResponse) };
  }

  @Post(':id/deliveries/:deliveryId/redeliver')
  @HttpCode(204)
  @ApiOperation({ summary: 'Deliver once more, with all tries; at once if the webhook is enabled' })
  @ApiNoContentResponse()
  redeliver(
    @Param('accountId', UuidParam) accountId: string,
    @Param('id', UuidParam) id: string,
    @Param('deliveryId', UuidParam) deliveryId: string,
  ): Promise<void> {
    return this.webhooks.redeliver(accountId, id, deliveryId);
  }
}
