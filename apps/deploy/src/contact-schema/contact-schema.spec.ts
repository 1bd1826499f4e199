import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attributeFormFaults, reservedName } from './attribute-form.js';
import { attributeTypes } from './attribute-type.js';
import { ContactSchema } from './contact-schema.js';

const schema = new ContactSchema(attributeTypes.map((type) => ({ name: `a ${type}`, type, description: null })));

/** Undoes the escapes of RFC 6901, section 4. */
const partsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

describe('the contact schema', () => {
  it('takes values of its types alone', () => {
    const values = { string: 'x', email: 'x@example.org', number: 1, boolean: false, array: [] };
    for (const [type, value] of Object.entries(values)) {
      expect(schema.faults({ [`a ${type}`]: value })).toEqual([]);
      const others = Object.entries(values).filter(
        ([other]) => other !== type && !(type === 'string' && other === 'email'),
      );
      for (const [, wrong] of others) expect(schema.faults({ [`a ${type}`]: wrong })).toHaveLength(1);
      expect(schema.faults({ [`a ${type}`]: null })).toEqual([]);
    }
  });

  it('points at unknown attributes, whatever their name', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        fc.pre(name !== '__proto__');
        const [fault] = schema.faults({ [name]: 'x' });
        expect(partsOf(fault!.pointer!)).toEqual(['attributes', name]);
      }),
    ));

  it('names twenty faults at most', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`x${i}`, {}]));
    expect(schema.faults(many)).toHaveLength(20);
    expect(attributeFormFaults(many, { removable: false })).toHaveLength(20);
  });

  it('reads in its own order and shows nothing that it does not know', () => {
    const read = schema.read({ 'a number': 1, gone: 'x', 'a string': 'x' });
    expect(Object.entries(read)).toEqual([
      ['a string', 'x'],
      ['a number', 1],
    ]);
  });
});

describe('the form of attributes', () => {
  const good = fc.oneof(
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.double({ noNaN: true, noDefaultInfinity: true })), {
      maxLength: 100,
    }),
  );
  const bad = fc.oneof(
    fc.constantFrom<unknown>('', null, Number.POSITIVE_INFINITY, {}, [''], [null], [[]], [true], 'x'.repeat(4_097)),
    fc.array(fc.integer(), { minLength: 101, maxLength: 110 }),
  );

  it('takes every value that some type has, and no other', () =>
    fc.assert(
      fc.property(good, bad, (fine, wrong) => {
        expect(attributeFormFaults({ a: fine }, { removable: false })).toEqual([]);
        expect(attributeFormFaults({ a: wrong }, { removable: false })).toHaveLength(1);
      }),
    ));

  it('takes null where it removes', () => {
    expect(attributeFormFaults({ a: null }, { removable: true })).toEqual([]);
    expect(attributeFormFaults({ brand: null }, { removable: true })).toHaveLength(1);
  });

  it.each(['email', 'EMAIL', 'Brand', 'a:md5', ':'])('reserves %s', (name) => expect(reservedName(name)).toBeDefined());
  it.each(['emails', 'e mail', '', 'constructor'])('does not reserve "%s"', (name) =>
    expect(reservedName(name)).toBeUndefined(),
  );
});
