import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MALFORMED_REASONS, type ReportedLine } from './engine/index.js';

export class MalformedLineDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Number of the line in the file; not known behind a part of it that could not be read',
  })
  line?: number;

  @ApiProperty({ enum: MALFORMED_REASONS })
  reason: ReportedLine['reason'];

  @ApiPropertyOptional({ description: 'The beginning of the line, masked; of a line that is too long nothing is kept' })
  value?: string;
}

export class MalformedLinesDto {
  @ApiProperty({
    type: [MalformedLineDto],
    description:
      'The first ones of the file, HEED_OPTOUT_MALFORMED_LINES at most, for HEED_OPTOUT_MALFORMED_KEEP after the end; malformedCount of the import counts all',
  })
  data: MalformedLineDto[];
}
