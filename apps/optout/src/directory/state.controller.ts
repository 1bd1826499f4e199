import { Body, Controller, Get, Put, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { StateBody } from '#http';
import { AppliedStateDto } from './applied-state.dto.js';
import { ApplyQueryDto } from './apply-query.dto.js';
import { DirectoryService } from './directory.service.js';
import { DirectoryVersionsDto } from './directory-versions.dto.js';
import { StateDto } from './state.dto.js';
import { StateService } from './state.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1')
export class StateController {
  constructor(
    private readonly state: StateService,
    private readonly directory: DirectoryService,
  ) {}

  @Get('state')
  @ApiOperation({ summary: 'Lists, global list and users as a state file has them; no secrets' })
  @ApiOkResponse({ type: StateDto })
  export() {
    return this.state.export();
  }

  @Put('state')
  @StateBody()
  @ApiOperation({ summary: 'Make lists, global list and users be what a state file says, in one transaction' })
  @ApiOkResponse({ type: AppliedStateDto })
  apply(@Body() state: StateDto, @Query() { dryRun = false, prune = false }: ApplyQueryDto) {
    return this.state.apply(state, { dryRun, prune });
  }

  @Get('directory')
  @ApiOperation({ summary: 'Versions of all lists and users, deleted ones too' })
  @ApiOkResponse({ type: DirectoryVersionsDto })
  versions() {
    return this.directory.versions();
  }
}
