import { Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryRebuildService } from './directory-rebuild.service.js';
import { DirectoryVersionsDto } from './directory-versions.dto.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/directory')
export class DirectoryController {
  constructor(
    private readonly directory: DirectoryRepository,
    private readonly directoryRebuild: DirectoryRebuildService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Versions of the lists and users that this service knows, deleted ones too' })
  @ApiOkResponse({ type: DirectoryVersionsDto })
  versions(): Promise<DirectoryVersionsDto> {
    return this.directory.versions();
  }

  @Post('rebuild')
  @HttpCode(204)
  @ApiOperation({
    summary:
      'Has the opt-out service tell all lists and users anew; `complete` is false until all are here. Meanwhile what is known goes on being used',
  })
  @ApiNoContentResponse()
  rebuild(): Promise<void> {
    return this.directoryRebuild.start();
  }
}
