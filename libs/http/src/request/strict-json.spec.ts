import { describe, expect, it } from '@jest/globals';
import type { FieldError, Problem } from '../errors/problem.js';
import { parseStrictJson } from './strict-json.js';

function faults(text: string): readonly FieldError[] {
  try {
    parseStrictJson(Buffer.from(text));
    return [];
  } catch (error) {
    return (error as Problem).errors;
  }
}

const NUL = '"\\u0000"';
const nested = (depth: number, innermost: string) => `${'['.repeat(depth)}${innermost}${']'.repeat(depth)}`;

describe('text that can not be stored', () => {
  it('is pointed at', () => {
    expect(faults(`{"a/b":[1,{"c":${NUL}}]}`)).toEqual([{ pointer: '/a~1b/1/c', detail: expect.any(String) }]);
    expect(faults(nested(100, NUL))[0]!.pointer).toBe('/0'.repeat(100));
  });

  it('that lies very deep is told of by what it lies in', () => {
    const [fault] = faults(nested(200_000, NUL));
    expect(fault!.pointer).toMatch(/^(\/0){1000,5000}$/);
    const key = 'k'.repeat(20_000);
    expect(faults(`{"a":{"${key}":{"b":${NUL}}}}`)[0]!.pointer).toBe('/a');
  });

  it('is told of twenty times at most', () => {
    expect(faults(`[${Array.from({ length: 300_000 }, () => NUL)}]`)).toHaveLength(20);
  });
});
