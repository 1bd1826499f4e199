import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { UuidParam } from '#http';
import { PageQueryDto } from '../admin/page-query.dto.js';
import { DownloadViewDto, DownloadViewsDto } from './download-view.dto.js';
import { DownloadsAdminService } from './downloads-admin.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/downloads')
export class DownloadsAdminController {
  constructor(private readonly downloads: DownloadsAdminService) {}

  @Get()
  @ApiOperation({ summary: 'Downloads, newest first' })
  @ApiOkResponse({ type: DownloadViewsDto })
  list(@Query() query: PageQueryDto): Promise<DownloadViewsDto> {
    return this.downloads.list(query);
  }

  @Get(':downloadId')
  @ApiOperation({ summary: 'One download, and how far it is' })
  @ApiOkResponse({ type: DownloadViewDto })
  show(@Param('downloadId', UuidParam) id: string): Promise<DownloadViewDto> {
    return this.downloads.show(id);
  }
}
