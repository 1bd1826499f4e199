import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { CollectService } from './collect.service.js';
import { CollectEmailBody, CollectSmsBody, readCollectBody } from './collect-body.js';
import { CollectedDto } from './collected.dto.js';
import { ListTokenGuard, ListUserId } from './list-token.guard.js';

@ApiTags('collect')
@ApiBearerAuth('userToken')
@ApiSecurity('userTokenHeader')
@ApiExtraModels(CollectEmailBody, CollectSmsBody)
@UseGuards(ListTokenGuard)
@Controller('client-optout')
export class CollectController {
  constructor(private readonly service: CollectService) {}

  @Post('collect')
  @HttpCode(202)
  @ApiOperation({ summary: 'Collect an opt-out' })
  @ApiBody({ schema: { oneOf: [CollectEmailBody, CollectSmsBody].map((body) => ({ $ref: getSchemaPath(body) })) } })
  @ApiAcceptedResponse({ type: CollectedDto, description: 'Written down: no crash loses it' })
  async collect(@ListUserId() userId: string, @Body() body: unknown): Promise<CollectedDto> {
    await this.service.collect(userId, readCollectBody(body));
    return { status: 'accepted' };
  }
}
