import { expect, it } from '@jest/globals';
import { retryAfterSeconds } from './retry-after.js';

it.each([
  ['120', 120],
  ['0', 0],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['99999999999', undefined],
])('Retry-After: %s is %s seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('1994-11-06T08:49:00Z'))).toBe(seconds);
});
