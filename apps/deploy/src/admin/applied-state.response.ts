import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AccountStateDto } from './account-state.dto.js';
import { KeyStateDto } from './key-state.dto.js';
import { WebhookStateDto } from './webhook-state.dto.js';

export class ChangeResponse {
  @ApiProperty({ enum: ['account', 'key', 'attribute', 'brand', 'webhook'] })
  kind: string;

  @ApiProperty({ example: 'acme/Acme Shoes' })
  name: string;

  @ApiProperty({ enum: ['created', 'changed', 'unchanged', 'deleted'] })
  action: string;
}

export class AppliedKeyResponse extends KeyStateDto {
  @ApiPropertyOptional({ description: 'The key itself, if it was made just now: shown here and nowhere else' })
  key?: string;
}

export class AppliedWebhookResponse extends WebhookStateDto {
  @ApiPropertyOptional({ description: 'What it is signed with, if it was made just now: shown here and nowhere else' })
  secret?: string;
}

export class AppliedAccountResponse extends AccountStateDto {
  @ApiPropertyOptional({ type: [AppliedKeyResponse] })
  override keys: AppliedKeyResponse[] = [];

  @ApiPropertyOptional({ type: [AppliedWebhookResponse] })
  override webhooks: AppliedWebhookResponse[] = [];
}

export class AppliedAccountsResponse {
  @ApiProperty({ type: [AppliedAccountResponse] })
  accounts: AppliedAccountResponse[];
}

export class AppliedStateResponse {
  @ApiProperty({ type: [ChangeResponse] })
  changes: ChangeResponse[];

  @ApiProperty({ description: 'The accounts with their ids, and the secrets that were made just now' })
  state: AppliedAccountsResponse;
}
