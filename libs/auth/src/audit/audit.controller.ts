import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '../admin.guard.js';
import { AuditEntriesDto, AuditQueryDto } from './audit.dto.js';
import { AuditTrail } from './audit-trail.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/audit')
export class AuditController {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @ApiOperation({ summary: 'What admins did in this service' })
  @ApiOkResponse({ type: AuditEntriesDto })
  async entries(@Query() { before, limit = 100 }: AuditQueryDto): Promise<AuditEntriesDto> {
    return { data: await this.trail.entries({ limit, ...(before !== undefined && { before }) }) };
  }
}
