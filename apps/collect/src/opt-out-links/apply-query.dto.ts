import { ApiPropertyOptional } from '@nestjs/swagger';
import { QueryFlag } from '#http';

export class ApplyQueryDto {
  @ApiPropertyOptional({ default: false, description: 'Show the plan and change nothing' })
  @QueryFlag()
  dryRun?: boolean;

  @ApiPropertyOptional({ default: false, description: 'Also delete what the section no longer names' })
  @QueryFlag()
  prune?: boolean;
}
