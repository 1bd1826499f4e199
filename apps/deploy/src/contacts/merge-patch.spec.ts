import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergePatch } from './merge-patch.js';

type Json = Parameters<typeof mergePatch>[1];

// RFC 7396, appendix A.
const table: [Json, Json, Json][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

const json = fc.jsonValue({ noUnicodeString: false } as never) as fc.Arbitrary<Json>;
const object = fc.dictionary(fc.string(), json) as fc.Arbitrary<{ [name: string]: Json }>;

/** Without members that are null, as a document is that patches alone have made. */
function withoutNulls(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
  );
}

describe('merge patch', () => {
  it.each(table)('makes of %j by %j %j', (target, patch, result) => expect(mergePatch(target, patch)).toEqual(result));

  it('says nothing by {} to an object', () =>
    fc.assert(fc.property(object, (target) => expect(mergePatch(target, {})).toEqual(target))));

  it('makes the same when it is repeated', () =>
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const once = mergePatch(target, patch);
        expect(mergePatch(once, patch)).toEqual(once);
      }),
    ));

  it('of nothing makes the patch without its nulls', () =>
    fc.assert(fc.property(json, (patch) => expect(mergePatch(undefined, patch)).toEqual(withoutNulls(patch)))));

  it('changes neither argument, and no prototype', () =>
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const before = JSON.stringify([target, patch]);
        mergePatch(target, patch);
        mergePatch(JSON.parse('{"a":{}}'), JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1}}}'));
        expect(JSON.stringify([target, patch])).toBe(before);
        expect(({} as { polluted?: number }).polluted).toBeUndefined();
      }),
    ));
});
