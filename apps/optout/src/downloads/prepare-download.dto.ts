import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsObject, IsString } from 'class-validator';
import { EachItem, Nested, Optional } from '#http';
import { DateRangeDto } from './date-range.dto.js';
import { MetadataText } from './metadata-text.decorator.js';
import { type CollectionType, type Column, collectionTypes, columns } from './selection.js';

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
  @ArrayUnique()
  @EachItem(oneOf(columns))
  columns: Column[];

  @ApiProperty({ enum: collectionTypes, isArray: true, minItems: 1, uniqueItems: true })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @EachItem(oneOf(collectionTypes))
  collectionType: CollectionType[];

  @ApiPropertyOptional({ type: DateRangeDto })
  @Optional()
  @IsObject()
  @Nested(() => DateRangeDto)
  dateRange?: DateRangeDto;

  @ApiPropertyOptional({
    description: 'Root domains, separated by commas; e-mail lists only',
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
