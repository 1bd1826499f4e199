import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ApiKey } from '../access/api-key.entity.js';
import { permissions } from '../access/permission.js';

export class KeyResponse {
  @ApiProperty({ description: 'The part of the key that is not secret' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: permissions, isArray: true })
  permissions: string[];

  @ApiPropertyOptional({ type: 'integer', description: 'Left out when there is no limit' })
  requestsPerMinute?: number;

  @ApiProperty()
  revoked: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Left out until it is used; some seconds late' })
  lastUsedAt?: string;
}

export class KeyListResponse {
  @ApiProperty({ type: [KeyResponse] })
  keys: KeyResponse[];
}

export function keyResponse(key: ApiKey): KeyResponse {
  const { id, name, permissions, requestsPerMinute, revoked, createdAt, lastUsedAt } = key;
  return {
    id,
    name,
    permissions,
    ...(requestsPerMinute !== null && { requestsPerMinute }),
    revoked,
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
