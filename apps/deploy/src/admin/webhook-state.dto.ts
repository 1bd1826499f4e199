import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMinSize, IsArray, IsBoolean, IsString, Length, ValidateBy } from 'class-validator';
import { EachItem, Optional } from '#http';
import { webhookEvents } from '../webhooks/webhook-events.js';
import { Uuid } from './brand-state.dto.js';
import { Name } from './name.decorator.js';

/** No user and password: they would be shown wherever the address is. */
function isEndpoint(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

/** A webhook as a state file has it: an endpoint of the account's own, to which its events are POSTed. */
export class WebhookStateDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Made by the service where it is left out' })
  @Optional()
  @Uuid()
  id?: string;

  @ApiProperty({ example: 'crm' })
  @Name()
  name: string;

  @ApiProperty({ format: 'uri', example: 'https://crm.example/hooks/heed', description: 'http or https' })
  @ValidateBy({
    name: 'endpoint',
    validator: {
      validate: isEndpoint,
      defaultMessage: () => 'must be an http(s) address without user, password and fragment',
    },
  })
  @Length(1, 2_048)
  @IsString()
  url: string;

  @ApiProperty({ enum: webhookEvents, isArray: true })
  @IsArray()
  @ArrayMinSize(1)
  @EachItem((item) =>
    webhookEvents.includes(item as string) ? undefined : `must be one of ${webhookEvents.join(', ')}`,
  )
  events: string[];

  @ApiPropertyOptional({
    default: true,
    description: 'An endpoint that failed for too long is disabled; it is enabled again by a state that says so',
  })
  @Optional()
  @IsBoolean()
  enabled: boolean = true;
}
