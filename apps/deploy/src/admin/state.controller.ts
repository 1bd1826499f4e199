import { Body, Controller, Get, Put, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { StateBody } from '#http';
import { AppliedStateResponse } from './applied-state.response.js';
import { ApplyQueryDto } from './apply-query.dto.js';
import { StateDto } from './state.dto.js';
import { StateService } from './state.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/state')
export class StateController {
  constructor(private readonly state: StateService) {}

  @Get()
  @ApiOperation({ summary: 'Accounts as a state file has them; no secrets' })
  @ApiOkResponse({ type: StateDto })
  export() {
    return this.state.export();
  }

  @Put()
  @StateBody()
  @ApiOperation({ summary: 'Make accounts be what a state file says, in one transaction' })
  @ApiOkResponse({ type: AppliedStateResponse })
  apply(@Body() state: StateDto, @Query() query: ApplyQueryDto) {
    return this.state.apply(state, query);
  }
}
