import { expect, it } from '@jest/globals';
import { MOST_TRIES, retryDelay } from './retry-delay.js';

it('grows to half a day, a fifth more or less, and all tries together take three days', () => {
  expect([1, 2, 3, 14, 1_000].map((tries) => retryDelay(tries, 0.5))).toEqual([
    10_000, 30_000, 90_000, 43_200_000, 43_200_000,
  ]);
  expect([0, 1].map((random) => retryDelay(1, random))).toEqual([8_000, 12_000]);
  const all = Array.from({ length: MOST_TRIES - 1 }, (_, index) => retryDelay(index + 1, 0.5));
  expect(all.reduce((sum, delay) => sum + delay, 0) / 86_400_000).toBeCloseTo(2.9, 1);
});
