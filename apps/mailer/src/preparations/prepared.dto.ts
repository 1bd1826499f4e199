import { ApiProperty } from '@nestjs/swagger';
import { type Format, formats } from '../access-keys/access.js';

/** The order of the fields is part of the interface. */
export class PreparedDto {
  @ApiProperty({ enum: ['success'] })
  result: 'success';

  @ApiProperty({ enum: formats })
  format: Format;

  @ApiProperty({ example: 'Spring' })
  campaign_name: string;

  @ApiProperty({ format: 'uri', description: 'Good for 24 hours, any number of times' })
  download_link: string;
}
