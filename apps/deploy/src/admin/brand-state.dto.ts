import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsBoolean, IsInt, IsString, Length, Min, ValidateBy } from 'class-validator';
import { isUuid, Nested, Optional } from '#http';
import type { UnsubscribeHandling } from '../brands/unsubscribe-handling.js';
import { Name } from './name.decorator.js';
import { unsubscribeHandlingFault } from './unsubscribe-handling-fault.js';

/** A UUID in any letter case. */
export const Uuid = () =>
  ValidateBy({ name: 'uuid', validator: { validate: isUuid, defaultMessage: () => 'must be a UUID' } });

export class EspStateDto {
  @ApiProperty({ format: 'uuid' })
  @Uuid()
  id: string;

  @ApiProperty()
  @Name()
  name: string;
}

export class VerticalStateDto {
  @ApiProperty({ type: 'integer', minimum: 0 })
  @Min(0)
  @IsInt()
  id: number;

  @ApiProperty()
  @Name()
  label: string;
}

/** A brand as a state file has it. It is known by its id, or by its name where the file gives no id. */
export class BrandStateDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Made by the service where it is left out' })
  @Optional()
  @Uuid()
  id?: string;

  @ApiProperty({ example: 'Acme Shoes' })
  @Name()
  name: string;

  @ApiPropertyOptional({ default: true })
  @Optional()
  @IsBoolean()
  enabled: boolean = true;

  @ApiPropertyOptional()
  @Optional()
  @Length(1, 320)
  @IsString()
  fromAddress?: string;

  @ApiPropertyOptional({ description: 'Domain that mail is sent from' })
  @Optional()
  @Length(1, 253)
  @IsString()
  domain?: string;

  @ApiPropertyOptional({ type: [EspStateDto] })
  @Optional()
  @IsArray()
  @Nested(() => EspStateDto, { each: true })
  esps: EspStateDto[] = [];

  @ApiPropertyOptional({ type: [VerticalStateDto] })
  @Optional()
  @IsArray()
  @Nested(() => VerticalStateDto, { each: true })
  verticals: VerticalStateDto[] = [];

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'As a single brand has it' })
  @ValidateBy({
    name: 'unsubscribeHandling',
    validator: {
      validate: (value) => unsubscribeHandlingFault(value) === undefined,
      defaultMessage: (args) => unsubscribeHandlingFault(args!.value)!,
    },
  })
  unsubscribeHandling: UnsubscribeHandling;
}
