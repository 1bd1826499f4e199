import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryVersionsDto } from './directory-versions.dto.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/directory')
export class DirectoryController {
  constructor(private readonly directory: DirectoryRepository) {}

  @Get()
  @ApiOperation({ summary: 'Versions of the lists and users that this service knows, deleted ones too' })
  @ApiOkResponse({ type: DirectoryVersionsDto })
  versions(): Promise<DirectoryVersionsDto> {
    return this.directory.versions();
  }
}
