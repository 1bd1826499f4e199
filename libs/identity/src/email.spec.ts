import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emailDomain, isEmail, lowerCase, normaliseEmail } from './index.js';

describe('isEmail', () => {
  it.each([
    'a@b.co',
    'x@a.co.uk',
    "!#$%&'*+-/=?^_`{|}~@shop.example",
    'first.last+tag@sub.shop-1.example',
    'jörg@bücher.example',
    'पता@उदाहरण.भारत',
    '用户@例子.广告',
    '👩‍💻@i❤️.ws',
    '😀@😀.example',
    'l·l@paral·lel.example',
    'x@xn--bcher-kva.example',
    'x@1.2.3.4a',
    'A@B.CO',
  ])('takes %s', (text) => expect(isEmail(text)).toBe(true));

  it.each([
    '',
    '@',
    'a@',
    '@b.co',
    'a',
    'a@b',
    'a@b.',
    'a@b.co.',
    'a@.b.co',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a..b@b.co',
    'a@b@b.co',
    ' a@b.co',
    'a@b.co ',
    'a b@b.co',
    'a@b c.co',
    'a\u00a0b@b.co',
    'a\u200bb@b.co',
    'a\u0000@b.co',
    'a\n@b.co',
    '"a"@b.co',
    '"a b"@b.co',
    'a(c)@b.co',
    '<a@b.co>',
    'a,b@b.co',
    'a\\b@b.co',
    'a@1.2.3.4',
    'a@[1.2.3.4]',
    'a@[IPv6:::1]',
    'a@b.123',
    'a@-b.co',
    'a@b-.co',
    'a@b.-co',
    'a@b.co-',
    'a@b_c.co',
    'a@b。co',
    'a\ud800@b.co',
    'a@\udc00.co',
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false));

  it('counts 64 bytes before the @, not characters', () => {
    expect(isEmail(`${'a'.repeat(64)}@b.co`)).toBe(true);
    expect(isEmail(`${'a'.repeat(65)}@b.co`)).toBe(false);
    expect(isEmail(`${'ä'.repeat(32)}@b.co`)).toBe(true);
    expect(isEmail(`${'ä'.repeat(32)}a@b.co`)).toBe(false);
    expect(isEmail(`${'😀'.repeat(16)}@b.co`)).toBe(true);
    expect(isEmail(`${'😀'.repeat(17)}@b.co`)).toBe(false);
  });

  it('counts 254 bytes in all', () => {
    const label = 'b'.repeat(63);
    const domain = `${label}.${label}.${label}`;
    const local = (bytes: number) => 'a'.repeat(bytes - domain.length - 1);
    expect(isEmail(`${local(254)}@${domain}`)).toBe(true);
    expect(isEmail(`a@${domain}.${'c'.repeat(60)}`)).toBe(true);
    expect(isEmail(`a@${domain}.${'c'.repeat(61)}`)).toBe(false);
    expect(isEmail(`a@ä${domain.slice(2)}.${'c'.repeat(60)}`)).toBe(true);
    expect(isEmail(`a@ä${domain.slice(1)}.${'c'.repeat(60)}`)).toBe(false);
  });

  it('holds the bounds for the lower-cased form too, which can be longer', () => {
    expect(isEmail(`${'İ'.repeat(21)}@b.co`)).toBe(true);
    expect(isEmail(`${'İ'.repeat(22)}@b.co`)).toBe(false);
  });

  it('bounds a label by 63 characters', () => {
    expect(isEmail(`a@${'b'.repeat(63)}.co`)).toBe(true);
    expect(isEmail(`a@${'b'.repeat(64)}.co`)).toBe(false);
    expect(isEmail(`a@b.${'c'.repeat(64)}`)).toBe(false);
  });

  it('answers quickly, whatever it is given', () => {
    const hostile = ['a.'.repeat(126), `a@${'b-'.repeat(120)}`, `${'a'.repeat(1e6)}@b.co`, `a@${'b.'.repeat(1e6)}`];
    expect(hostile.map(isEmail)).toEqual([false, false, false, false]);
  });
});

describe('normaliseEmail', () => {
  it('trims and lower-cases', () => {
    expect(normaliseEmail(' \tJane.DOE@Shop.Example\r\n')).toBe('jane.doe@shop.example');
    expect(normaliseEmail('ÄÖ@BÜCHER.example')).toBe('äö@bücher.example');
    expect(normaliseEmail('nobody')).toBeUndefined();
  });

  it('lower-cases as Unicode does by default: final sigma, dotted İ, no locale', () => {
    expect(lowerCase('ΟΔΟΣ')).toBe('οδος');
    expect(lowerCase('İI')).toBe('i̇i');
    expect(lowerCase('K')).toBe('k');
    expect(lowerCase('ẞ')).toBe('ß');
    expect(lowerCase('𐐀')).toBe('𐐨');
  });

  it('is idempotent, and what it gives is an address', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: fc.constantFrom('Σ', 'İ', 'a', '.', 'Ω', 'ẞ', '😀', '\u0307', 'K', '-'), maxLength: 12 }),
    );
    fc.assert(
      fc.property(text, text, fc.constantFrom('', ' ', '\t'), (local, domain, blank) => {
        const once = normaliseEmail(`${blank}${local}@${domain}.co${blank}`);
        if (once === undefined) return;
        expect(isEmail(once)).toBe(true);
        expect(normaliseEmail(once)).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives the same for any case of an ASCII address', () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(
      fc.property(part, part, (local, name) => {
        const address = `${local}@${name}.example`;
        expect(normaliseEmail(address.toUpperCase())).toBe(address);
        expect(emailDomain(address)).toBe(`${name}.example`);
      }),
    );
  });
});
