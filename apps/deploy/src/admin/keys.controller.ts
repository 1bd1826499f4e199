import { Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { UuidParam } from '#http';
import { KeyListResponse, keyResponse } from './key.response.js';
import { KeysService } from './keys.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/accounts/:accountId/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @ApiOperation({ summary: 'The API keys of an account, and when they were last used; a state file makes them' })
  @ApiOkResponse({ type: KeyListResponse })
  async list(@Param('accountId', UuidParam) accountId: string): Promise<KeyListResponse> {
    return { keys: (await this.keys.list(accountId)).map(keyResponse) };
  }

  @Post(':id/revoke')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke a key at once; the state file says the same for good' })
  @ApiNoContentResponse()
  revoke(@Param('accountId', UuidParam) accountId: string, @Param('id') id: string): Promise<void> {
    return this.keys.revoke(accountId, id);
  }
}
