import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { EachItem } from '#http';

/** A list of texts; one that is none is named by its index. */
export function Texts({ max }: { max: number }): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMaxSize(max),
    EachItem((item) => (typeof item === 'string' ? undefined : 'must be a text')),
  );
}
