import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsBoolean, IsInt, Max, Min, ValidateBy } from 'class-validator';
import { isCredentialId } from '#auth';
import { EachItem, Optional } from '#http';
import { type Permission, permissions } from '../access/permission.js';
import { Name } from './name.decorator.js';

/** An API key as a state file has it. It is known by its id, or by its name where the file gives no id. */
export class KeyStateDto {
  @ApiProperty({ example: 'full' })
  @Name()
  name: string;

  @ApiPropertyOptional({
    pattern: '^[0-9a-f]{16}$',
    description: 'The part of the key that is not secret. Made by the service where it is left out',
  })
  @Optional()
  @ValidateBy({
    name: 'credentialId',
    validator: { validate: isCredentialId, defaultMessage: () => 'must be 16 lower-case hex digits' },
  })
  id?: string;

  @ApiProperty({ enum: permissions, isArray: true })
  @IsArray()
  @EachItem((item) =>
    permissions.includes(item as Permission) ? undefined : `must be one of ${permissions.join(', ')}`,
  )
  permissions: Permission[];

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'No limit when left out' })
  @Optional()
  @Max(1_000_000_000)
  @Min(1)
  @IsInt()
  requestsPerMinute?: number;

  @ApiPropertyOptional({ default: false, description: 'Taking it back makes a new secret; the old one stays invalid' })
  @Optional()
  @IsBoolean()
  revoked: boolean = false;
}
