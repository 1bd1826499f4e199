import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import { FindOptOutDto, FoundOptOutsDto } from './find-opt-out.dto.js';
import { OptOutsAdminService } from './opt-outs-admin.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/optouts')
export class OptOutsAdminController {
  constructor(private readonly optOuts: OptOutsAdminService) {}

  /** POST, because addresses must not stand in URLs: those end in logs. */
  @Post('find')
  @HttpCode(200)
  @ApiOperation({ summary: 'In which lists somebody is, since when, and from where' })
  @ApiOkResponse({ type: FoundOptOutsDto })
  find(@Body() { address }: FindOptOutDto): Promise<FoundOptOutsDto> {
    return this.optOuts.find(address);
  }
}
