import { describe, expect, it } from '@jest/globals';
import { withoutValues } from './without-values.js';

const key = (n: number) => Buffer.alloc(16, n);
const keys = Buffer.concat([key(2), key(4), key(6)]);
const plains = (...values: string[]) =>
  Buffer.concat(values.flatMap((value) => [Buffer.of(value.length), Buffer.from(value)]));
const page = plains('two', 'four', 'six');

describe("a page's values without those of the erased", () => {
  it.each([
    [[2], plains('', 'four', 'six')],
    [[4], plains('two', '', 'six')],
    [[6], plains('two', 'four', '')],
    [[1, 2, 3, 6, 7], plains('', 'four', '')],
  ])('%j', (erased, expected) => {
    expect(withoutValues(keys, page, 16, erased.map(key))).toEqual(expected);
  });

  it('is the same buffer where nobody of the page was erased, or nothing is left of them', () => {
    for (const erased of [[], [1], [3, 5], [7]]) expect(withoutValues(keys, page, 16, erased.map(key))).toBe(page);
    const done = plains('two', '', 'six');
    expect(withoutValues(keys, done, 16, [key(4)])).toBe(done);
  });
});
