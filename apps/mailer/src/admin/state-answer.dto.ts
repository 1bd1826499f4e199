import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CampaignStateDto } from './campaign-state.dto.js';
import type { Action } from './compare-registries.js';
import { AccessStateDto, MailerTokenStateDto } from './mailer-state.dto.js';

export class ChangeDto {
  @ApiProperty({ example: 'campaign' })
  kind: string;

  @ApiProperty({ example: 'Spring' })
  name: string;

  @ApiProperty({ enum: ['created', 'changed', 'unchanged', 'deleted'] })
  action: Action;
}

export class ShownTokenDto extends MailerTokenStateDto {
  @ApiPropertyOptional({ description: 'Public part of the token' })
  id?: string;

  @ApiPropertyOptional({ description: 'The secret itself, where it was made just now' })
  token?: string;
}

export class ShownMailerDto {
  @ApiProperty()
  name: string;

  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: [ShownTokenDto] })
  tokens: ShownTokenDto[];

  @ApiProperty({ type: [AccessStateDto] })
  access: AccessStateDto[];
}

export class ShownStateDto {
  @ApiProperty({ type: [CampaignStateDto] })
  campaigns: CampaignStateDto[];

  @ApiProperty({ type: [ShownMailerDto] })
  mailers: ShownMailerDto[];
}

export class AppliedStateDto {
  @ApiProperty({ type: [ChangeDto] })
  changes: ChangeDto[];

  @ApiProperty({ type: ShownStateDto })
  state: ShownStateDto;
}
