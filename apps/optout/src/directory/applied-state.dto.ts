import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { GlobalListStateDto } from './global-list-state.dto.js';
import { ListStateDto } from './list-state.dto.js';
import { TokenStateDto, UserStateDto } from './user-state.dto.js';

export class ChangeLineDto {
  @ApiProperty({ enum: ['list', 'globalList', 'user', 'token'] })
  kind: string;

  @ApiProperty({ description: 'Of a token: user/token', example: 'operations/ci' })
  name: string;

  @ApiProperty({ enum: ['created', 'changed', 'unchanged', 'deleted'] })
  action: string;
}

const version = { type: 'integer', description: 'To wait for in the directories of other services' } as const;

class AppliedListDto extends ListStateDto {
  @ApiPropertyOptional(version)
  version?: number;
}

class AppliedTokenDto extends TokenStateDto {
  @ApiPropertyOptional()
  id?: string;

  @ApiPropertyOptional({ description: 'Where the secret was made just now' })
  token?: string;
}

class AppliedUserDto extends OmitType(UserStateDto, ['tokens']) {
  @ApiPropertyOptional(version)
  version?: number;

  @ApiPropertyOptional({ type: [AppliedTokenDto] })
  tokens?: AppliedTokenDto[];
}

/** What the section spoke of, as it now stands. */
class AppliedSectionDto {
  @ApiProperty({ type: [AppliedListDto] })
  lists: AppliedListDto[];

  @ApiPropertyOptional({ type: GlobalListStateDto })
  globalList?: GlobalListStateDto;

  @ApiProperty({ type: [AppliedUserDto] })
  users: AppliedUserDto[];
}

export class AppliedStateDto {
  @ApiProperty({ type: [ChangeLineDto] })
  changes: ChangeLineDto[];

  @ApiProperty()
  state: AppliedSectionDto;
}
