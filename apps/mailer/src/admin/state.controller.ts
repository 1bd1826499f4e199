import { Body, Controller, Get, Put, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { StateBody } from '#http';
import { ApplyStateQuery, StateDto } from './state.dto.js';
import { StateService } from './state.service.js';
import { AppliedStateDto, ShownStateDto } from './state-answer.dto.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/state')
export class StateController {
  constructor(private readonly state: StateService) {}

  @Put()
  @StateBody()
  @ApiOperation({ summary: 'Make mailers, campaigns and access keys be what a state file says' })
  @ApiOkResponse({ type: AppliedStateDto })
  apply(@Body() state: StateDto, @Query() query: ApplyStateQuery): Promise<AppliedStateDto> {
    return this.state.apply(state, query);
  }

  @Get()
  @ApiOperation({ summary: 'Mailers, campaigns and access keys as a section of a state file' })
  @ApiOkResponse({ type: ShownStateDto })
  show(): Promise<ShownStateDto> {
    return this.state.show();
  }
}
