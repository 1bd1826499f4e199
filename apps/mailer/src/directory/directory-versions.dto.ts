import { ApiProperty } from '@nestjs/swagger';

export class DirectoryVersionsDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Version by optoutListId; deleted lists too',
  })
  lists: Record<string, number>;
}
