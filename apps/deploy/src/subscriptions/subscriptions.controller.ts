import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiMd5Param, ApiUuidParam, Md5Param, UuidParam } from '#http';
import { From } from '../access/caller.decorator.js';
import type { Caller } from '../access/caller.js';
import { Requires } from '../access/requires.decorator.js';
import { ApiOperationInProgress } from '../operations/api-operation-in-progress.decorator.js';
import { SubscribeDto } from './subscribe.dto.js';
import { SubscriptionListResponse, subscriptionListResponse } from './subscription-list.response.js';
import { SubscriptionsService } from './subscriptions.service.js';

@ApiTags('Subscriptions')
@ApiMd5Param('emailMd5')
@ApiNotFoundResponse({ description: 'The account has no such contact' })
@Controller('deploy/v1/contacts/:emailMd5/subscriptions')
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Get()
  @Requires('contacts:read')
  @ApiOperation({ summary: 'The brands that a contact is subscribed to' })
  @ApiOkResponse({ type: SubscriptionListResponse, description: 'The subscriptions' })
  async list(
    @From() { accountId }: Caller,
    @Param('emailMd5', Md5Param) emailMd5: string,
  ): Promise<SubscriptionListResponse> {
    return subscriptionListResponse(await this.subscriptions.list(accountId, emailMd5));
  }

  @Post()
  @HttpCode(200)
  @Requires('contacts:write')
  @ApiOperation({ summary: 'Subscribe a contact to brands' })
  @ApiOkResponse({ type: SubscriptionListResponse, description: 'The subscriptions as they are now' })
  @ApiOperationInProgress()
  async subscribe(
    @From() { accountId }: Caller,
    @Param('emailMd5', Md5Param) emailMd5: string,
    @Body() body: SubscribeDto,
  ): Promise<SubscriptionListResponse> {
    return subscriptionListResponse(await this.subscriptions.subscribe(accountId, emailMd5, body));
  }

  @Delete(':brandId')
  @ApiUuidParam('brandId')
  @HttpCode(204)
  @Requires('contacts:write')
  @ApiOperation({ summary: 'Unsubscribe a contact from a brand' })
  @ApiNoContentResponse()
  @ApiOperationInProgress()
  async unsubscribe(
    @From() { accountId }: Caller,
    @Param('emailMd5', Md5Param) emailMd5: string,
    @Param('brandId', UuidParam) brandId: string,
  ): Promise<void> {
    await this.subscriptions.unsubscribe(accountId, emailMd5, brandId);
  }
}
