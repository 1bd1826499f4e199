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
import { ListPatchDto } from './list-patch.dto.js';
import { ListStateDto } from './list-state.dto.js';
import { ListViewsDto } from './list-views.dto.js';
import { ListsAdminService } from './lists-admin.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/lists')
export class ListsAdminController {
  constructor(private readonly lists: ListsAdminService) {}

  @Get()
  @ApiOperation({ summary: 'All lists' })
  @ApiOkResponse({ type: ListViewsDto })
  list() {
    return this.lists.list();
  }

  @Get(':listId')
  @ApiOperation({ summary: 'One list' })
  @ApiOkResponse({ type: ListStateDto })
  show(@Param('listId') id: string) {
    return this.lists.show(id);
  }

  @Post()
  @ApiOperation({ summary: 'Make a list' })
  @ApiCreatedResponse({ type: ListStateDto })
  create(@Body() list: ListStateDto) {
    return this.lists.create(list);
  }

  @Patch(':listId')
  @ApiOperation({ summary: 'Change a list' })
  @ApiOkResponse({ type: ListStateDto })
  change(@Param('listId') id: string, @Body() patch: ListPatchDto) {
    return this.lists.change(id, patch);
  }

  @Delete(':listId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a list; made again under its id it has its opt-outs back' })
  @ApiNoContentResponse()
  delete(@Param('listId') id: string) {
    return this.lists.delete(id);
  }
}
