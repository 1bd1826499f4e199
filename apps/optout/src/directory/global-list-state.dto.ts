import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { Optional } from '#http';
import { Texts } from './texts.decorator.js';

/** What every mailer's e-mail file suppresses as well. */
export class GlobalListStateDto {
  @ApiPropertyOptional({ description: 'Name of an e-mail list' })
  @Optional()
  @IsString()
  list?: string;

  @ApiPropertyOptional({ type: [String] })
  @Optional()
  @Texts({ max: 100_000 })
  suppressedDomains?: string[];
}
