import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { invalidRequest } from '../errors/problem.js';
import { validateObject } from './validate-object.js';
import { validateQuery } from './validate-query.js';

/** Checks `@Body()` and `@Query()` parameters that are typed by a DTO class; others pass untouched. */
@Injectable()
export class StrictPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (
      (type !== 'body' && type !== 'query') ||
      !metatype ||
      metatype === Object ||
      metatype === String ||
      data !== undefined
    )
      return value;
    const dto = metatype as new () => object;
    const { instance, errors } =
      type === 'body' ? validateObject(dto, value) : validateQuery(dto, value as Record<string, string>);
    if (errors.length === 0) return instance;
    throw invalidRequest(type === 'body' ? 'The body is not valid.' : 'A query parameter is not valid.', errors);
  }
}
