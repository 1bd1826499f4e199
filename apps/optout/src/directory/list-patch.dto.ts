import { ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Optional } from '#http';
import { ListStateDto } from './list-state.dto.js';
import { Name } from './name.decorator.js';

/** What of a list can be changed. */
export class ListPatchDto extends PickType(ListStateDto, [
  'enabled',
  'region',
  'members',
  'source',
  'suppressedDomains',
]) {
  @ApiPropertyOptional()
  @Optional()
  @Name()
  name?: string;
}
