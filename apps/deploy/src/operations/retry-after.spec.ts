import { describe, expect, it } from '@jest/globals';
import { retryAfterSeconds } from './retry-after.js';

describe('the estimate of what is left of an operation', () => {
  it.each([
    [{ seconds: 10, done: 100, total: 300 }, 20],
    [{ seconds: 10, done: 299, total: 300 }, 1],
    [{ seconds: 10, done: 400, total: 300 }, 1],
    [{ seconds: 100_000, done: 1, total: 300 }, 3_600],
    [{ seconds: 1, done: 0, total: 300 }, 10],
    [{ seconds: 1, done: 5, total: null }, 10],
    [{ seconds: 1, done: 0, total: 0 }, 1],
  ])('of %j is %i', (progress, seconds) => expect(retryAfterSeconds(progress)).toBe(seconds));
});
