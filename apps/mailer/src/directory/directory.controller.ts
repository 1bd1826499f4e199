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
  @ApiOperation({ summary: 'Which lists this service knows, and in which version' })
  @ApiOkResponse({ type: DirectoryVersionsDto })
  async show(): Promise<DirectoryVersionsDto> {
    return { lists: await this.directory.versions() };
  }
}
