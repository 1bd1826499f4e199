import { ApiPropertyOptional } from '@nestjs/swagger';
import { PreparedDto } from '../preparations/prepared.dto.js';

/** As prepare answers. The counts are there as soon as they are known: not yet where the list takes longer than an answer may. */
export class CleansedDto extends PreparedDto {
  @ApiPropertyOptional({ type: 'integer', description: 'Lines that are not blank' })
  submitted_count?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Of them, those of people who opted out' })
  matched_count?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Of them, those that are no entry; they stay in the list' })
  malformed_count?: number;
}
