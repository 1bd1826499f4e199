import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional, QueryInteger } from '#http';

export class AuditQueryDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Only entries before the one with this id' })
  @Optional()
  @QueryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER })
  before?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1_000, default: 100 })
  @Optional()
  @QueryInteger({ min: 1, max: 1_000 })
  limit?: number;
}

export class AuditEntryDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ format: 'date-time' })
  at: Date;

  @ApiProperty({ description: 'Name of the admin token' })
  admin: string;

  @ApiProperty({ description: 'Method and route', example: 'DELETE /admin/v1/imports/:id' })
  action: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Ids in the route, and its parameters' })
  target: Record<string, unknown>;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Of the answer; null while there is none' })
  status: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'By which its lines are found in the log' })
  requestId: string | null;
}

export class AuditEntriesDto {
  @ApiProperty({ type: [AuditEntryDto], description: 'Newest first' })
  data: AuditEntryDto[];
}
