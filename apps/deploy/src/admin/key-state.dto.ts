import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsBoolean, IsInt, IsString, Max, Min } from 'class-validator';
import { EachItem, Optional } from '#http';
import { type Permission, permissions } from '../access/permission.js';
import { Name } from './name.decorator.js';

/** An API key as a state file has it. It is known by its name. */
export class KeyStateDto {
  @ApiProperty({ example: 'full' })
  @Name()
  name: string;

  @ApiPropertyOptional({ description: 'Made with the secret by the service; one that is sent has no effect' })
  @Optional()
  @IsString()
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
