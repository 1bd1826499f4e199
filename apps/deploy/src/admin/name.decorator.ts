import { applyDecorators } from '@nestjs/common';
import { IsString, Length } from 'class-validator';

/** A name that people give: 1 to 200 characters. */
export function Name(): PropertyDecorator {
  return applyDecorators(Length(1, 200), IsString());
}
