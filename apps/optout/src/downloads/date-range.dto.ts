import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { startOfDay } from './day.js';

/** Whole days in UTC, both in. */
export class DateRangeDto {
  @ApiProperty({ format: 'date', example: '2026-01-01' })
  @Day()
  from: string;

  @ApiProperty({ format: 'date', example: '2026-01-31' })
  @Day()
  to: string;
}

function Day(): PropertyDecorator {
  return ValidateBy({
    name: 'day',
    validator: {
      validate: (value) => typeof value === 'string' && startOfDay(value) !== undefined,
      defaultMessage: () => 'must be a day as yyyy-MM-dd',
    },
  });
}
