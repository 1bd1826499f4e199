import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString, Matches } from 'class-validator';
import { Optional } from '#http';
import { type Channel, channels, type ListKind, listKinds, type Storage, storages } from './directory.js';
import { Name } from './name.decorator.js';
import { Texts } from './texts.decorator.js';

/** A list as a state file has it. */
export class ListStateDto {
  @ApiProperty({ example: 'Newsletter' })
  @Name()
  name: string;

  @ApiPropertyOptional({
    description: 'optoutListId; made by the service where it is left out',
    example: 'a3f29c0d4be81755',
  })
  @Optional()
  @Matches(/^[0-9a-f]{16}$/, { message: 'must be 16 lower-case hexadecimal digits' })
  id?: string;

  @ApiPropertyOptional({ enum: listKinds, default: 'standard' })
  @Optional()
  @IsIn(listKinds)
  kind?: ListKind;

  @ApiPropertyOptional({ enum: channels, description: "Standard lists only: others have their parts' channel" })
  @Optional()
  @IsIn(channels)
  channel?: Channel;

  @ApiPropertyOptional({ enum: storages, description: "Standard lists only: others have their parts' storage" })
  @Optional()
  @IsIn(storages)
  storage?: Storage;

  @ApiPropertyOptional({ description: 'SMS only: country whose national numbers are understood', example: 'US' })
  @Optional()
  @IsString()
  region?: string;

  @ApiPropertyOptional({ default: true })
  @Optional()
  @IsBoolean()
  enabled?: boolean;

  @ApiPropertyOptional({ type: [String], description: 'Grouped only: names of the lists that it is the union of' })
  @Optional()
  @Texts({ max: 10_000 })
  members?: string[];

  @ApiPropertyOptional({ description: 'Linked only: name of the list that it follows' })
  @Optional()
  @IsString()
  source?: string;

  @ApiPropertyOptional({ type: [String], description: 'E-mail only: whole domains that suppression files name' })
  @Optional()
  @Texts({ max: 100_000 })
  suppressedDomains?: string[];
}
