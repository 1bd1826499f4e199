import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsUUID, Matches } from 'class-validator';
import { Optional } from '#http';
import { type Format, formats } from '../access-keys/access.js';
import { Name } from './name.decorator.js';

/** A campaign as a state file has it. */
export class CampaignStateDto {
  @ApiProperty({ example: 'Spring' })
  @Name()
  name: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Made by the service where it is left out' })
  @Optional()
  @IsUUID('all')
  id?: string;

  @ApiProperty({ example: 'a3f29c0d4be81755' })
  @Matches(/^[0-9a-f]{16}$/, { message: 'must be 16 lower-case hexadecimal digits' })
  optoutListId: string;

  @ApiPropertyOptional({ default: true })
  @Optional()
  @IsBoolean()
  enabled?: boolean;

  @ApiProperty({ enum: formats, description: 'Of files that are asked for without a format' })
  @IsIn(formats)
  format: Format;
}
