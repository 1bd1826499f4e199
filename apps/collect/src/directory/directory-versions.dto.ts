import { ApiProperty } from '@nestjs/swagger';

export class DirectoryVersionsDto {
  @ApiProperty({ description: 'Whether all is here that the opt-out service told' })
  complete: boolean;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, description: 'By optoutListId' })
  lists: Record<string, number>;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, description: 'By user id' })
  users: Record<string, number>;
}
