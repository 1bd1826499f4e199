import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { domainMatches } from '#identity';
import { domainFilter } from './domain-filter.js';

const label = fc.constantFrom('a', 'b', 'ab', 'co', 'uk', 'ä');
const domain = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
const local = fc.constantFrom('a', 'a.b', 'co.uk');

it('takes an address whose domain is one of the wanted ones, or below one', () =>
  fc.assert(
    fc.property(fc.array(domain), local, domain, local, (roots, name, host, neighbour) => {
      const before = Buffer.from(`${neighbour}@${roots[0] ?? host}`);
      const address = Buffer.from(`${name}@${host}`);
      const bytes = Buffer.concat([before, address, before]);
      const accepts = domainFilter(roots)(bytes, before.length, before.length + address.length);
      expect(accepts).toBe(roots.some((root) => domainMatches(host, root)));
    }),
    { numRuns: 500 },
  ));

it('takes nothing that is no address', () => {
  const bytes = Buffer.from('a@b.co12025550123');
  expect(domainFilter(['b.co'])(bytes, 6, bytes.length)).toBe(false);
});
