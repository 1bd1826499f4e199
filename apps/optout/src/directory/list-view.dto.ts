import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ListStateDto } from './list-state.dto.js';

export class ListViewDto extends ListStateDto {
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Different opt-outs in it; only where one standard list is asked for',
  })
  optOutCount?: number;
}

export class ListViewsDto {
  @ApiProperty({ type: [ListViewDto] })
  data: ListViewDto[];
}
