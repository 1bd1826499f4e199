import { ApiPropertyOptional } from '@nestjs/swagger';
import { isRFC3339, Matches, ValidateBy } from 'class-validator';
import { Optional, QueryInteger } from '#http';

/** Newest first; the next page begins before the last one's `createdAt`. */
export class PageQueryDto {
  @ApiPropertyOptional({ description: 'Only those of this list' })
  @Optional()
  @Matches(/^[0-9a-f]{16}$/, { message: 'must be 16 lower-case hexadecimal digits' })
  optoutListId?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only those that were created before' })
  @Optional()
  @ValidateBy({
    name: 'time',
    validator: {
      // The one knows dates that there are not, the other forms that others read differently.
      validate: (value) => isRFC3339(value) && !Number.isNaN(Date.parse(value)),
      defaultMessage: () => 'must be a time (RFC 3339)',
    },
  })
  before?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1000, default: 100 })
  @QueryInteger({ min: 1, max: 1_000 })
  limit?: number;
}
