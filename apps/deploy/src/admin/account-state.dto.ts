import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { Nested, Optional } from '#http';
import { AttributeStateDto } from './attribute-state.dto.js';
import { BrandStateDto, Uuid } from './brand-state.dto.js';
import { KeyStateDto } from './key-state.dto.js';
import { Name } from './name.decorator.js';
import { WebhookStateDto } from './webhook-state.dto.js';

/** An account as a state file has it. A kind of thing that is left out stays as it is, also with `prune`. */
export class AccountStateDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Made by the service where it is left out' })
  @Optional()
  @Uuid()
  id?: string;

  @ApiProperty({ example: 'acme' })
  @Name()
  name: string;

  @ApiPropertyOptional({ type: [KeyStateDto] })
  @Optional()
  @IsArray()
  @Nested(() => KeyStateDto, { each: true })
  keys?: KeyStateDto[];

  @ApiPropertyOptional({ type: [AttributeStateDto], description: 'New ones are added in this order' })
  @Optional()
  @IsArray()
  @Nested(() => AttributeStateDto, { each: true })
  schema?: AttributeStateDto[];

  @ApiPropertyOptional({ type: [BrandStateDto] })
  @Optional()
  @IsArray()
  @Nested(() => BrandStateDto, { each: true })
  brands?: BrandStateDto[];

  @ApiPropertyOptional({ type: [WebhookStateDto] })
  @Optional()
  @IsArray()
  @Nested(() => WebhookStateDto, { each: true })
  webhooks?: WebhookStateDto[];
}
