import { applyDecorators } from '@nestjs/common';
import { IsString, Length, Matches } from 'class-validator';

/** A name that people give: 1 to 200 characters, no blanks around it. */
export function Name(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Length(1, 200),
    Matches(/^\S(?:.*\S)?$/su, { message: 'must not begin or end with a blank' }),
  );
}
