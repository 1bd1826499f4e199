import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsObject } from 'class-validator';
import { Nested, Optional } from '#http';
import { GlobalListStateDto } from './global-list-state.dto.js';
import { ListStateDto } from './list-state.dto.js';
import { UserStateDto } from './user-state.dto.js';

/** This service's section of a state file. A kind that is left out stays as it is, also with `prune`. */
export class StateDto {
  @ApiPropertyOptional({ type: [ListStateDto] })
  @Optional()
  @IsArray()
  @ArrayMaxSize(100_000)
  @Nested(() => ListStateDto, { each: true })
  lists?: ListStateDto[];

  @ApiPropertyOptional({ type: GlobalListStateDto })
  @Optional()
  @IsObject()
  @Nested(() => GlobalListStateDto)
  globalList?: GlobalListStateDto;

  @ApiPropertyOptional({ type: [UserStateDto] })
  @Optional()
  @IsArray()
  @ArrayMaxSize(100_000)
  @Nested(() => UserStateDto, { each: true })
  users?: UserStateDto[];
}
