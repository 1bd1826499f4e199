import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalisePhone } from './index.js';

describe('normalisePhone', () => {
  it.each([
    ['+1 202 555 0123', undefined, '12025550123'],
    [' (202) 555-0123 ', 'US', '12025550123'],
    ['1-202-555-0123', 'US', '12025550123'],
    ['011 49 151 12345678', 'US', '4915112345678'],
    ['0151 12345678', 'DE', '4915112345678'],
    ['+49 (0)151 12345678', 'US', '4915112345678'],
    ['02079460958', 'GB', '442079460958'],
    ['06 1234 5678', 'IT', '390612345678'],
    ['393 1234567', 'IT', '393931234567'],
    ['１２０２５５５０１２３', 'US', '12025550123'],
    ['+15555550100', 'US', '15555550100'],
  ])('reads %s in %s', (text, region, digits) => expect(normalisePhone(text, region)).toBe(digits));

  it.each([
    ['', 'US'],
    ['+', 'US'],
    ['abc', 'US'],
    ['12345', 'US'],
    ['+1202555012', undefined],
    ['+12025550123 or +12025550124', 'US'],
    ['jane@shop.example', 'US'],
    ['+999 123456789', undefined],
    [`+1${'2'.repeat(100)}`, 'US'],
  ])('refuses %j in %s', (text, region) => expect(normalisePhone(text, region)).toBeUndefined());

  it('reads the digits that it gives out as the same number', () => {
    const places = [
      { region: 'US', number: fc.integer({ min: 2_012_000_000, max: 2_019_999_999 }).map((n) => `+1${n}`) },
      { region: 'DE', number: fc.integer({ min: 15_110_000_000, max: 15_119_999_999 }).map((n) => `+49${n}`) },
      { region: 'GB', number: fc.integer({ min: 7_400_000_000, max: 7_400_999_999 }).map((n) => `+44${n}`) },
      { region: 'FR', number: fc.integer({ min: 612_345_678, max: 618_345_678 }).map((n) => `+33${n}`) },
    ];
    for (const { region, number } of places)
      fc.assert(
        fc.property(number, (text) => {
          const digits = normalisePhone(text, region);
          if (digits === undefined) return;
          expect(digits).toBe(text.slice(1));
          expect(normalisePhone(digits, region)).toBe(digits);
          expect(normalisePhone(digits)).toBe(digits);
        }),
      );
  });
});
