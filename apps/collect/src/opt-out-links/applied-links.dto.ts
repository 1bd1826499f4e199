import { ApiProperty } from '@nestjs/swagger';
import { LinksStateDto } from './links-state.dto.js';

export class LinkChangeDto {
  @ApiProperty({ enum: ['link'] })
  kind: 'link';

  @ApiProperty({ example: 'spring-fast' })
  name: string;

  @ApiProperty({ enum: ['created', 'changed', 'unchanged', 'deleted'] })
  action: 'created' | 'changed' | 'unchanged' | 'deleted';
}

export class AppliedLinksDto {
  @ApiProperty({ type: [LinkChangeDto] })
  changes: LinkChangeDto[];

  @ApiProperty({ type: LinksStateDto, description: 'What the section spoke of as it now stands, with keys' })
  state: LinksStateDto;
}
