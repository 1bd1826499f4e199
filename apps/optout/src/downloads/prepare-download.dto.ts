import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, IsArray, IsObject, IsString, ValidateBy } from 'class-validator';
import { EachItem, Nested, Optional } from '#http';
import { DateRangeDto } from './date-range.dto.js';
import { MetadataText } from './metadata-text.decorator.js';
import { type CollectionType, type Column, collectionTypes, columns } from './selection.js';

/** In linear time, unlike ArrayUnique: the length of a list is the client's. */
const WithoutRepeats = () =>
  ValidateBy({
    name: 'withoutRepeats',
    validator: {
      validate: (value) => !Array.isArray(value) || new Set(value).size === value.length,
      defaultMessage: () => 'must not have anything twice',
    },
  });

export class PrepareDownloadDto {
  @ApiProperty({ example: 'a3f29c0d4be81755' })
  @IsString()
  optoutListId: string;

  @ApiProperty({
    enum: columns,
    isArray: true,
    minItems: 1,
    uniqueItems: true,
    description: 'In the order of the file',
  })
  @IsArray()
  @ArrayNotEmpty()
  @WithoutRepeats()
  @EachItem(oneOf(columns))
  columns: Column[];

  @ApiProperty({ enum: collectionTypes, isArray: true, minItems: 1, uniqueItems: true })
  @IsArray()
  @ArrayNotEmpty()
  @WithoutRepeats()
  @EachItem(oneOf(collectionTypes))
  collectionType: CollectionType[];

  @ApiPropertyOptional({ type: DateRangeDto })
  @Optional()
  @IsObject()
  @Nested(() => DateRangeDto)
  dateRange?: DateRangeDto;

  @ApiPropertyOptional({
    description: 'Root domains, separated by commas, at most 10,000; e-mail lists only',
    example: 'example.com, co.uk',
  })
  @Optional()
  @IsString()
  domainFilter?: string;

  @ApiPropertyOptional({
    maxLength: 64,
    description: 'Exactly the captured reference; at most 64 characters and 64 bytes of UTF-8',
  })
  @Optional()
  @MetadataText()
  metadataFilter?: string;
}

function oneOf(allowed: readonly string[]) {
  return (item: unknown) =>
    typeof item === 'string' && allowed.includes(item) ? undefined : `must be one of ${allowed.join(', ')}`;
}
