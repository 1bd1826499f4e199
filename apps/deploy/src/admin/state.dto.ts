import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { Nested, Optional } from '#http';
import { AccountStateDto } from './account-state.dto.js';

/** This service's section of a state file. */
export class StateDto {
  @ApiPropertyOptional({ type: [AccountStateDto] })
  @Optional()
  @IsArray()
  @Nested(() => AccountStateDto, { each: true })
  accounts?: AccountStateDto[];
}
