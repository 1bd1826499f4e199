import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsUUID, Matches } from 'class-validator';
import { Nested, Optional } from '#http';
import { Name } from './name.decorator.js';

export class MailerTokenStateDto {
  @ApiProperty({ example: 'main' })
  @Name()
  name: string;

  @ApiPropertyOptional({ default: false, description: 'Taking it back makes a new secret; the old one stays revoked' })
  @Optional()
  @IsBoolean()
  revoked?: boolean;
}

export class AccessStateDto {
  @ApiProperty({ example: 'Spring', description: 'Name of a campaign, or its id' })
  @Name()
  campaign: string;

  @ApiPropertyOptional({ description: 'Access key; made by the service where it is left out' })
  @Optional()
  @Matches(/^[A-Za-z0-9._~-]{8,128}$/, {
    message: 'must be 8 to 128 letters, digits, dots, tildes, underscores or hyphens',
  })
  key?: string;

  @ApiPropertyOptional({ default: false, description: 'May fetch plain text' })
  @Optional()
  @IsBoolean()
  plain?: boolean;

  @ApiPropertyOptional({ default: false, description: 'May fetch MD5' })
  @Optional()
  @IsBoolean()
  md5?: boolean;

  @ApiPropertyOptional({ default: false, description: 'May fetch deltas' })
  @Optional()
  @IsBoolean()
  deltas?: boolean;
}

/** A mailer as a state file has it. */
export class MailerStateDto {
  @ApiProperty({ example: 'Fast Mail Ltd' })
  @Name()
  name: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Made by the service where it is left out' })
  @Optional()
  @IsUUID('all')
  id?: string;

  @ApiPropertyOptional({ type: [MailerTokenStateDto] })
  @Optional()
  @IsArray()
  @ArrayMaxSize(1_000)
  @Nested(() => MailerTokenStateDto, { each: true })
  tokens?: MailerTokenStateDto[];

  @ApiPropertyOptional({ type: [AccessStateDto], description: 'One access key a campaign' })
  @Optional()
  @IsArray()
  @ArrayMaxSize(10_000)
  @Nested(() => AccessStateDto, { each: true })
  access?: AccessStateDto[];
}
