import { Body, Controller, Get, Put, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { StateBody } from '#http';
import { AppliedLinksDto } from './applied-links.dto.js';
import { ApplyQueryDto } from './apply-query.dto.js';
import { LinksStateDto } from './links-state.dto.js';
import { LinksStateService } from './links-state.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/state')
export class LinksStateController {
  constructor(private readonly links: LinksStateService) {}

  @Get()
  @ApiOperation({ summary: 'All opt-out links as a state file has them' })
  @ApiOkResponse({ type: LinksStateDto })
  export(): Promise<LinksStateDto> {
    return this.links.export();
  }

  @Put()
  @StateBody()
  @ApiOperation({ summary: 'Make the opt-out links be what a state file says, in one transaction' })
  @ApiOkResponse({ type: AppliedLinksDto })
  apply(
    @Body() state: LinksStateDto,
    @Query() { dryRun = false, prune = false }: ApplyQueryDto,
  ): Promise<AppliedLinksDto> {
    return this.links.apply(state, { dryRun, prune });
  }
}
