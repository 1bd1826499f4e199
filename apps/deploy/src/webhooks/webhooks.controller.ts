import { Controller, Delete, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { UuidParam } from '#http';
import { ListDeliveriesDto } from './list-deliveries.dto.js';
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

  @Post(':id/enable')
  @HttpCode(204)
  @ApiOperation({ summary: 'Enable; pending deliveries go on, and what it failed before is forgotten' })
  @ApiNoContentResponse()
  enable(@Param('accountId', UuidParam) accountId: string, @Param('id', UuidParam) id: string): Promise<void> {
    return this.webhooks.setEnabled(accountId, id, true);
  }

  @Post(':id/disable')
  @HttpCode(204)
  @ApiOperation({ summary: 'Disable; pending deliveries wait, events from now on are not kept for it' })
  @ApiNoContentResponse()
  disable(@Param('accountId', UuidParam) accountId: string, @Param('id', UuidParam) id: string): Promise<void> {
    return this.webhooks.setEnabled(accountId, id, false);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete, with its deliveries' })
  @ApiNoContentResponse()
  delete(@Param('accountId', UuidParam) accountId: string, @Param('id', UuidParam) id: string): Promise<void> {
    return this.webhooks.delete(accountId, id);
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
  @ApiOperation({ summary: 'Deliveries, newest first, each with its attempts' })
  @ApiOkResponse({ type: DeliveryListResponse })
  async listDeliveries(
    @Param('accountId', UuidParam) accountId: string,
    @Param('id', UuidParam) id: string,
    @Query() query: ListDeliveriesDto,
  ): Promise<DeliveryListResponse> {
    return { deliveries: (await this.webhooks.listDeliveries(accountId, id, query)).map(deliveryResponse) };
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
