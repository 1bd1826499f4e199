import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { UuidParam } from '#http';
import { NewTokenDto } from './new-token.dto.js';
import { UserPatchDto } from './user-patch.dto.js';
import { UserStateDto } from './user-state.dto.js';
import { TokenViewDto, UserViewDto, UserViewsDto } from './user-view.dto.js';
import { UsersAdminService } from './users-admin.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/users')
export class UsersAdminController {
  constructor(private readonly users: UsersAdminService) {}

  @Get()
  @ApiOperation({ summary: 'All users of opt-out lists' })
  @ApiOkResponse({ type: UserViewsDto })
  list() {
    return this.users.list();
  }

  @Get(':userId')
  @ApiOperation({ summary: 'One user, and when its tokens were last used' })
  @ApiOkResponse({ type: UserViewDto })
  show(@Param('userId', UuidParam) id: string) {
    return this.users.show(id);
  }

  @Post()
  @ApiOperation({ summary: 'Make a user; secrets of its tokens are in the answer and nowhere else' })
  @ApiCreatedResponse({ type: UserViewDto })
  create(@Body() user: UserStateDto) {
    return this.users.create(user);
  }

  @Patch(':userId')
  @ApiOperation({ summary: 'Rename a user, or replace its grants' })
  @ApiOkResponse({ type: UserViewDto })
  change(@Param('userId', UuidParam) id: string, @Body() patch: UserPatchDto) {
    return this.users.change(id, patch);
  }

  @Delete(':userId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a user; its tokens never work again' })
  @ApiNoContentResponse()
  delete(@Param('userId', UuidParam) id: string) {
    return this.users.delete(id);
  }

  @Post(':userId/tokens')
  @ApiOperation({ summary: 'Make a token; the answer is the one place where it is shown' })
  @ApiCreatedResponse({ type: TokenViewDto })
  addToken(@Param('userId', UuidParam) id: string, @Body() { name }: NewTokenDto) {
    return this.users.addToken(id, name);
  }

  @Delete(':userId/tokens/:tokenId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke a token' })
  @ApiNoContentResponse()
  revokeToken(@Param('userId', UuidParam) id: string, @Param('tokenId') tokenId: string) {
    return this.users.revokeToken(id, tokenId);
  }
}
