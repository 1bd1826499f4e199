import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '#http';
import { Name } from './name.decorator.js';
import { Texts } from './texts.decorator.js';

export class UserPatchDto {
  @ApiPropertyOptional()
  @Optional()
  @Name()
  name?: string;

  @ApiPropertyOptional({ type: [String], description: 'Names of the lists that the user may use: all of them' })
  @Optional()
  @Texts({ max: 100_000 })
  lists?: string[];
}
