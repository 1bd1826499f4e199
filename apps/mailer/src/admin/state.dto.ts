import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { Nested, Optional, QueryFlag } from '#http';
import { CampaignStateDto } from './campaign-state.dto.js';
import { MailerStateDto } from './mailer-state.dto.js';

/** This service's section of a state file. A kind that is left out stays as it is, also with `prune`. */
export class StateDto {
  @ApiPropertyOptional({ type: [CampaignStateDto] })
  @Optional()
  @IsArray()
  @ArrayMaxSize(100_000)
  @Nested(() => CampaignStateDto, { each: true })
  campaigns?: CampaignStateDto[];

  @ApiPropertyOptional({ type: [MailerStateDto] })
  @Optional()
  @IsArray()
  @ArrayMaxSize(100_000)
  @Nested(() => MailerStateDto, { each: true })
  mailers?: MailerStateDto[];
}

export class ApplyStateQuery {
  @ApiPropertyOptional({ description: 'Only tell what would change' })
  @Optional()
  @QueryFlag()
  dryRun?: boolean;

  @ApiPropertyOptional({ description: 'Also delete what the section no longer names' })
  @Optional()
  @QueryFlag()
  prune?: boolean;
}
