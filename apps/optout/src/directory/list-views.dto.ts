import { ApiProperty } from '@nestjs/swagger';
import { ListStateDto } from './list-state.dto.js';

export class ListViewsDto {
  @ApiProperty({ type: [ListStateDto] })
  data: ListStateDto[];
}
