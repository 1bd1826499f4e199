import { ApiPropertyOptional } from '@nestjs/swagger';
import { Optional, QueryFlag } from '#http';

export class ApplyQueryDto {
  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'Only say what would change' })
  @Optional()
  @QueryFlag()
  dryRun: boolean = false;

  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'Delete what the state does not name' })
  @Optional()
  @QueryFlag()
  prune: boolean = false;
}
