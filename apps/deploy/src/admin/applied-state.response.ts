import { ApiProperty } from '@nestjs/swagger';
import { StateDto } from './state.dto.js';

export class ChangeResponse {
  @ApiProperty({ enum: ['account', 'key', 'attribute', 'brand', 'webhook'] })
  kind: string;

  @ApiProperty({ example: 'acme/Acme Shoes' })
  name: string;

  @ApiProperty({ enum: ['created', 'changed', 'unchanged', 'deleted'] })
  action: string;
}

export class AppliedStateResponse {
  @ApiProperty({ type: [ChangeResponse] })
  changes: ChangeResponse[];

  @ApiProperty({
    description:
      'The accounts with their ids; API keys that were made just now have their secret in `key`, webhooks in `secret`',
  })
  state: StateDto;
}
