import { applyDecorators } from '@nestjs/common';
import { IsArray, ValidateBy } from 'class-validator';
import { EachItem, isUuid } from '#http';

const MOST = 100;

/** Ids of brands, at least `min` and at most 100 different ones. */
export function BrandIds({ min }: { min: number }): PropertyDecorator {
  const detail = min === 0 ? `must have at most ${MOST} different ids` : `must have ${min} to ${MOST} different ids`;
  return applyDecorators(
    ValidateBy({
      name: 'brandIds',
      validator: {
        validate: (value) => {
          if (!Array.isArray(value)) return true;
          const count = new Set(value.map((id) => (typeof id === 'string' ? id.toLowerCase() : id))).size;
          return count >= min && count <= MOST;
        },
        defaultMessage: () => detail,
      },
    }),
    IsArray({ message: 'must be an array' }),
    EachItem((id) => (isUuid(id) ? undefined : 'must be a UUID')),
  );
}

/** Each id once, in the one order in which subscriptions are written: requests that write the same ones can't deadlock. */
export function distinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}
