import { ApiProperty } from '@nestjs/swagger';

export class DirectoryVersionsDto {
  @ApiProperty({ description: 'Whether all is here that the opt-out service told' })
  complete: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Version by optoutListId; deleted lists too',
  })
  lists: Record<string, number>;
}
