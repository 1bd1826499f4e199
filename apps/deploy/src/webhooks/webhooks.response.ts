import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Attempt, type Delivery, deliveryStatuses } from './delivery.js';
import type { Webhook } from './webhook.entity.js';
import { webhookEvents } from './webhook-events.js';

export class WebhookResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ format: 'uri' })
  url: string;

  @ApiProperty({ enum: webhookEvents, isArray: true })
  events: string[];

  @ApiProperty()
  enabled: boolean;

  @ApiPropertyOptional({ description: 'Why the service disabled it' })
  disabledReason?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'First of the failures that no success has followed' })
  failingSince?: string;
}

export class WebhookListResponse {
  @ApiProperty({ type: [WebhookResponse] })
  webhooks: WebhookResponse[];
}

export class RotatedSecretResponse {
  @ApiProperty({ example: 'whsec_…', description: 'The new secret, told this once' })
  secret: string;

  @ApiProperty({ format: 'date-time', description: 'Until then deliveries are signed with the one before, too' })
  previousValidUntil: string;
}

export class AttemptResponse implements Attempt {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ type: 'integer' })
  milliseconds: number;

  @ApiPropertyOptional({ type: 'integer', description: 'HTTP status of the answer' })
  status?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'How long the answer asked us to wait, and we will' })
  retryAfterSeconds?: number;

  @ApiPropertyOptional({ example: 'ECONNREFUSED', description: 'Why there was no answer' })
  error?: string;
}

export class DeliveryResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid', description: 'Id of the event, and `webhook-id` of the delivery' })
  eventId: string;

  @ApiProperty({ enum: webhookEvents })
  type: string;

  @ApiProperty({ enum: deliveryStatuses })
  status: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'While it is pending' })
  nextAttemptAt?: string;

  @ApiProperty({ type: [AttemptResponse], description: 'The newest 20, the newest one last' })
  attempts: AttemptResponse[];
}

export class DeliveryListResponse {
  @ApiProperty({ type: [DeliveryResponse] })
  deliveries: DeliveryResponse[];
}

export function webhookResponse(webhook: Webhook): WebhookResponse {
  const { id, name, url, events, enabled, disabledReason, failingSince } = webhook;
  return {
    id,
    name,
    url,
    events,
    enabled,
    ...(disabledReason !== null && { disabledReason }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
  };
}

export function deliveryResponse(delivery: Delivery): DeliveryResponse {
  const { id, eventId, type, status, createdAt, nextAttemptAt, attempts } = delivery;
  return {
    id,
    eventId,
    type,
    status,
    createdAt: createdAt.toISOString(),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
    attempts,
  };
}
