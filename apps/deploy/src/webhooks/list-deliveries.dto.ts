import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, ValidateBy } from 'class-validator';
import { isUuid, Optional, QueryInteger } from '#http';
import { type Delivery, deliveryStatuses } from './delivery.js';

const MOST = 1_000;

export class ListDeliveriesDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST, default: 100 })
  @Optional()
  @QueryInteger({ min: 1, max: MOST })
  limit = 100;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'A delivery; only older ones are listed: the last one of a page gives the next page',
  })
  @Optional()
  @ValidateBy({ name: 'uuid', validator: { validate: isUuid, defaultMessage: () => 'must be a UUID' } })
  before?: string;

  @ApiPropertyOptional({ enum: deliveryStatuses })
  @Optional()
  @IsIn(deliveryStatuses)
  status?: Delivery['status'];
}
