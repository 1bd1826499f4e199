import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { Optional } from '#http';
import { BrandIds } from './brand-ids.decorator.js';

export class SubscribeDto {
  @ApiProperty({ type: [String], format: 'uuid', minItems: 1, description: '1 to 100 different brands of the account' })
  @BrandIds({ min: 1 })
  brandIds: string[];

  @ApiPropertyOptional({ default: true, description: 'Whether each added brand makes a brand-subscribe event' })
  @Optional()
  @IsBoolean()
  publishBrandSubscribeEvents: boolean = true;
}
