import { setTimeout } from 'node:timers/promises';

/** Waits, or less if the signal aborts. Never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);
