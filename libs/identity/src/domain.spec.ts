import { describe, expect, it } from '@jest/globals';
import { domainMatches, isDomain, normaliseDomain, normaliseDomains } from './index.js';

describe('domains', () => {
  it.each(['a.co', 'co.uk', 'Mail.Shop-1.example', '1.com', 'bücher.example', 'xn--bcher-kva.example', 'i❤️.ws'])(
    'takes %s',
    (text) => expect(isDomain(text)).toBe(true),
  );

  it.each(['', 'localhost', '.co', 'co.', 'a..co', '-a.co', 'a-.co', 'a b.co', 'a_b.co', '*.co', '@a.co', '1.2.3.4'])(
    'refuses %j',
    (text) => expect(isDomain(text)).toBe(false),
  );

  it('is at most 253 bytes', () => {
    const stem = `${'a'.repeat(62)}.`.repeat(3);
    expect(isDomain(`${stem}${'b'.repeat(61)}.co`)).toBe(true);
    expect(isDomain(`${stem}${'b'.repeat(61)}.coo`)).toBe(false);
    expect(isDomain(`ä${stem.slice(2)}${'b'.repeat(61)}.co`)).toBe(true);
    expect(isDomain(`ä${stem.slice(1)}${'b'.repeat(61)}.co`)).toBe(false);
  });

  it('lower-cases letters beyond ASCII and uses no punycode', () => {
    expect(normaliseDomain(' BÜCHER.Example ')).toBe('bücher.example');
  });

  it('reads a list with optional blanks, and refuses it for one bad entry', () => {
    expect(normaliseDomains('a.co , B.co,c.co')).toEqual(['a.co', 'b.co', 'c.co']);
    for (const text of ['', 'a.co,', ',a.co', 'a.co,,b.co', 'a.co b.co', 'a.co;b.co', 'a.co,b'])
      expect(normaliseDomains(text)).toBeUndefined();
  });

  it('matches itself and what is below it, on label borders', () => {
    expect(domainMatches('co.uk', 'co.uk')).toBe(true);
    expect(domainMatches('a.co.uk', 'co.uk')).toBe(true);
    expect(domainMatches('aco.uk', 'co.uk')).toBe(false);
    expect(domainMatches('uk', 'co.uk')).toBe(false);
    expect(domainMatches('co.uk.example', 'co.uk')).toBe(false);
  });
});
