import { ApiProperty } from '@nestjs/swagger';
import { StateDto } from './state.dto.js';

export class ChangeLineDto {
  @ApiProperty({ enum: ['list', 'globalList', 'user', 'token'] })
  kind: string;

  @ApiProperty({ description: 'Of a token: user/token', example: 'operations/ci' })
  name: string;

  @ApiProperty({ enum: ['created', 'changed', 'unchanged', 'deleted'] })
  action: string;
}

export class AppliedStateDto {
  @ApiProperty({ type: [ChangeLineDto] })
  changes: ChangeLineDto[];

  @ApiProperty({
    type: StateDto,
    description:
      'What the section spoke of as it now stands, with `id` and `version`, and `token` where a secret was made just now',
  })
  state: StateDto;
}
