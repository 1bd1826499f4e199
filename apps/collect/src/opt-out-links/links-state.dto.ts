import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString, Length, Matches } from 'class-validator';
import { Nested, Optional } from '#http';

const MAX_LENGTH = 200;

/** An opt-out link as a state file has it. */
export class LinkDto {
  @ApiProperty({ example: 'spring-fast' })
  @IsString()
  @Length(1, MAX_LENGTH)
  name: string;

  @ApiPropertyOptional({
    description: 'Its part of the address; made by the service where it is left out',
    example: '7Gm2kQ9xT4',
  })
  @Optional()
  @Matches(/^[A-Za-z0-9_-]{4,64}$/, { message: 'must be 4 to 64 letters, digits, - or _' })
  key?: string;

  @ApiProperty({ description: 'The list that takes its opt-outs', example: 'a3f29c0d4be81755' })
  @Matches(/^[0-9a-f]{16}$/, { message: 'must be 16 lower-case hexadecimal digits' })
  optoutListId: string;

  @ApiPropertyOptional({ description: "For the download's column", example: 'Spring' })
  @Optional()
  @IsString()
  @Length(1, MAX_LENGTH)
  campaign?: string;

  @ApiPropertyOptional({ example: 'Fast Mail Ltd' })
  @Optional()
  @IsString()
  @Length(1, MAX_LENGTH)
  affiliate?: string;

  @ApiPropertyOptional({ example: 'site-7' })
  @Optional()
  @IsString()
  @Length(1, MAX_LENGTH)
  subAffiliate?: string;
}

/** This service's section of a state file. Without `links` nothing is touched, also with `prune`. */
export class LinksStateDto {
  @ApiPropertyOptional({ type: [LinkDto] })
  @Optional()
  @IsArray()
  @ArrayMaxSize(100_000)
  @Nested(() => LinkDto, { each: true })
  links?: LinkDto[];
}
