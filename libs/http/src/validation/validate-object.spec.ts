import { describe, expect, it } from '@jest/globals';
import { IsString } from 'class-validator';
import { EachItem, Nested, Optional, validateObject } from '../index.js';
import { validateQuery } from './validate-query.js';

let checks = 0;

class Part {
  @IsString() name: string;
}
class Whole {
  @Optional()
  @EachItem((item) => {
    checks++;
    return typeof item === 'string' ? undefined : 'must be a string';
  })
  names?: string[];

  @Optional() @Nested(() => Part) part?: Part;

  @Optional() @Nested(() => Part, { each: true }) parts?: Part[];
}

const faults = (body: object) => validateObject(Whole, body).errors;
const pointers = (body: object) => faults(body).map(({ pointer }) => pointer);

describe('the faults of a body', () => {
  it('are looked for until there are twenty', () => {
    checks = 0;
    expect(pointers({ names: Array.from({ length: 1_000 }, () => 1) })).toEqual(
      Array.from({ length: 20 }, (_, i) => `/names/${i}`),
    );
    expect(checks).toBe(20);
    const unknown = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`x${i}`, 1]));
    expect(pointers({ ...unknown, parts: Array.from({ length: 30 }, () => ({})) })).toEqual([
      ...Object.keys(unknown).map((key) => `/${key}`),
      ...[0, 1, 2, 3, 4].map((i) => `/parts/${i}/name`),
    ]);
  });

  it('are an object and a list that are null', () => {
    expect(faults({ part: null })).toEqual([{ pointer: '/part', detail: 'must be an object' }]);
    expect(faults({ parts: null })).toEqual([{ pointer: '/parts', detail: 'must be a list' }]);
    expect(faults({ parts: [{ name: 'a' }, null] })).toEqual([{ pointer: '/parts/1', detail: 'must be an object' }]);
  });
});

it('of a body without faults there is an instance, down to its parts', () => {
  const { instance, errors } = validateObject(Whole, { part: { name: 'a' }, parts: [{ name: 'b' }] });
  expect(errors).toEqual([]);
  expect(instance).toEqual({ part: { name: 'a' }, parts: [{ name: 'b' }] });
  const { part, parts } = instance as Whole;
  expect([instance, part, ...parts!].map((one) => one!.constructor)).toEqual([Whole, Part, Part]);
});

it('the faults of a query are looked for until there are twenty', () => {
  const query = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x${i}`, '1']));
  expect(validateQuery(Whole, query).errors).toHaveLength(20);
});
