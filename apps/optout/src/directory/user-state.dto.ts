import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, Matches } from 'class-validator';
import { Nested, Optional } from '#http';
import { Name } from './name.decorator.js';
import { Texts } from './texts.decorator.js';

export class TokenStateDto {
  @ApiProperty({ example: 'ci' })
  @Name()
  name: string;

  @ApiPropertyOptional({ default: false, description: 'Taking it back makes a new secret; the old one stays revoked' })
  @Optional()
  @IsBoolean()
  revoked?: boolean;
}

/** A user of opt-out lists as a state file has it. */
export class UserStateDto {
  @ApiProperty({ example: 'operations' })
  @Name()
  name: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Made by the service where it is left out' })
  @Optional()
  @Matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { message: 'must be a UUID' })
  id?: string;

  @ApiPropertyOptional({ type: [TokenStateDto] })
  @Optional()
  @IsArray()
  @ArrayMaxSize(1_000)
  @Nested(() => TokenStateDto, { each: true })
  tokens?: TokenStateDto[];

  @ApiPropertyOptional({ type: [String], description: 'Names of the lists that the user may use' })
  @Optional()
  @Texts({ max: 100_000 })
  lists?: string[];
}
