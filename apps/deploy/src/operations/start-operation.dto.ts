import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, ValidateBy } from 'class-validator';
import { EachItem, isUuid, Nested, Optional } from '#http';
import { isMd5Hex } from '#identity';
import { AttributeStateDto } from '../admin/attribute-state.dto.js';
import type { AttributeValue } from '../contact-schema/attribute-type.js';
import { AttributeValues } from '../contacts/attributes.decorator.js';

const Uuid = () =>
  ValidateBy({ name: 'uuid', validator: { validate: isUuid, defaultMessage: () => 'must be a UUID' } });

export class ContactSelectionDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Contacts that are subscribed to this brand' })
  @Optional()
  @Uuid()
  brandId?: string;

  @ApiPropertyOptional({ type: [String], description: 'Contacts with these identities, at most 10,000' })
  @Optional()
  @ArrayMaxSize(10_000)
  @IsArray()
  @EachItem((item) => (typeof item === 'string' && isMd5Hex(item) ? undefined : 'must be an MD5 hash'))
  emailMd5s?: string[];
}

export class StartContactImportDto {
  @ApiProperty({ format: 'uuid', description: 'The upload that holds the file' })
  @Uuid()
  upload: string;

  @ApiProperty({ enum: ['csv', 'ndjson'] })
  @IsIn(['csv', 'ndjson'])
  format: 'csv' | 'ndjson';

  @ApiPropertyOptional({ default: true, description: 'For rows that do not say it themselves' })
  @Optional()
  @IsBoolean()
  publishBrandSubscribeEvents: boolean = true;
}

export class StartAttributeUpdateDto {
  @ApiPropertyOptional({ description: 'All contacts where it is left out' })
  @Optional()
  @Nested(() => ContactSelectionDto)
  contacts: ContactSelectionDto = {};

  @AttributeValues({ removable: true })
  attributes: Record<string, AttributeValue | null> = {};
}

export class StartContactDisableDto {
  @ApiProperty({ description: 'All contacts where it is empty' })
  @ValidateBy({
    name: 'selection',
    validator: { validate: (value) => value !== undefined, defaultMessage: () => 'must be given' },
  })
  @Nested(() => ContactSelectionDto)
  contacts: ContactSelectionDto;
}

export class StartSchemaChangeDto {
  @ApiPropertyOptional({ type: [AttributeStateDto] })
  @Optional()
  @ArrayMaxSize(1_000)
  @IsArray()
  @Nested(() => AttributeStateDto, { each: true })
  add: AttributeStateDto[] = [];

  @ApiPropertyOptional({ type: [String], description: 'Names of attributes; their values go with them' })
  @Optional()
  @ArrayMaxSize(1_000)
  @IsArray()
  @EachItem((item) => (typeof item === 'string' ? undefined : 'must be a string'))
  remove: string[] = [];
}
