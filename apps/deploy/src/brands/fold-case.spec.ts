import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldCase } from './fold-case.js';

describe('folding the case', () => {
  it.each([
    ['ACME', 'acme'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['Straße', 'STRASSE'],
    ['\u212A', 'k'],
  ])('makes %s and %s one', (a, b) => expect(foldCase(a)).toBe(foldCase(b)));

  it('is the same once and twice, and for any case of a text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldCase(foldCase(text))).toBe(foldCase(text));
        expect(foldCase(text.toLowerCase())).toBe(foldCase(text));
      }),
    ));

  it('folds a part as the part of the whole', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (start, end) => {
        expect(foldCase(start + end)).toBe(foldCase(start) + foldCase(end));
      }),
    ));
});
