import { describe, expect, it } from '@jest/globals';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsString, MaxLength, ValidateBy, validateSync } from 'class-validator';
import fc from 'fast-check';
import { Optional } from './decorators.js';
import { isSurelyFine } from './is-surely-fine.js';

const Even = () =>
  ValidateBy({ name: 'even', validator: { validate: (value) => typeof value === 'number' && value % 2 === 0 } });

class Parent {
  @IsString() @MaxLength(3) name: unknown;
}
class Thing extends Parent {
  @Optional() @IsArray() @ArrayMaxSize(2) list?: unknown;
  @Optional() @IsIn(['a', 'b']) one?: unknown;
  @IsBoolean() flag: unknown;
  @Even() count: unknown;
}
class Each {
  @IsString({ each: true }) names: unknown;
}

describe('what is surely fine', () => {
  it('is what class-validator finds no fault with', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(undefined, null, 'a', 'abc', 'abcd', true, 0, 1, 2, [], [1, 2], [1, 2, 3], {}),
      fc.anything(),
    );
    const fields = fc.record({ name: value, list: value, one: value, flag: value, count: value });
    const good = fc.record({
      name: fc.constantFrom('', 'abc'),
      list: fc.constantFrom(undefined, [1, 2]),
      one: fc.constantFrom(undefined, 'b'),
      flag: fc.boolean(),
      count: fc.constantFrom(0, 2),
    });
    fc.assert(
      fc.property(fc.oneof(fields, good), (body) => {
        const thing = Object.assign(new Thing(), body);
        expect(isSurelyFine(thing)).toBe(validateSync(thing).length === 0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is nothing with a rule of a kind that it does not know', () => {
    expect(isSurelyFine(Object.assign(new Each(), { names: ['a'] }))).toBe(false);
  });
});
