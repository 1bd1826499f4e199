import { Controller, Delete, Get, HttpCode, Param, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { UuidParam } from '#http';
import { PageQueryDto } from '../admin/page-query.dto.js';
import { ImportViewDto, ImportViewsDto } from './import-view.dto.js';
import { ImportsAdminService } from './imports-admin.service.js';
import { MalformedLinesDto } from './malformed-lines.dto.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/imports')
export class ImportsAdminController {
  constructor(private readonly imports: ImportsAdminService) {}

  @Get()
  @ApiOperation({ summary: 'Imports, newest first' })
  @ApiOkResponse({ type: ImportViewsDto })
  list(@Query() query: PageQueryDto): Promise<ImportViewsDto> {
    return this.imports.list(query);
  }

  @Get(':importReference')
  @ApiOperation({ summary: 'One import, and how far it is' })
  @ApiOkResponse({ type: ImportViewDto })
  show(@Param('importReference', UuidParam) reference: string): Promise<ImportViewDto> {
    return this.imports.show(reference);
  }

  @Get(':importReference/malformed-lines')
  @ApiOperation({ summary: 'Which lines of a file are no opt-outs, and why; when all of it has been read' })
  @ApiOkResponse({ type: MalformedLinesDto })
  malformedLines(@Param('importReference', UuidParam) reference: string): Promise<MalformedLinesDto> {
    return this.imports.malformedLines(reference);
  }

  @Delete(':importReference')
  @HttpCode(204)
  @ApiOperation({ summary: 'Take out of the list what came in by this import alone' })
  @ApiNoContentResponse()
  remove(@Param('importReference', UuidParam) reference: string): Promise<void> {
    return this.imports.remove(reference);
  }
}
