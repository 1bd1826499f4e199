/** Tries of one delivery, over some three days. */
export const MOST_TRIES = 14;

const FIRST_MS = 10_000;
const FACTOR = 3;
const MOST_MS = 43_200_000;
const JITTER = 0.2;

/** Milliseconds until the next try, after so many that failed: 10 s, 30 s, 90 s … 12 h, each a fifth more or less so that what failed together doesn't come back together. */
export function retryDelay(tries: number, random = Math.random()): number {
  const delay = Math.min(MOST_MS, FIRST_MS * FACTOR ** (tries - 1));
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}
