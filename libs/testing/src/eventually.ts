import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `attempt` until it neither throws nor gives false, and returns what it gave. After `timeoutMs` (10 s) the last failure is
 * thrown. An `expect` inside is an attempt that throws.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { timeoutMs = 10_000, everyMs = 25 } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const outcome = await settle(attempt);
    if ('value' in outcome && outcome.value !== false) return outcome.value;
    if (Date.now() >= deadline) {
      throw 'error' in outcome ? outcome.error : new Error(`Still not true after ${timeoutMs} ms: ${attempt}`);
    }
    await sleep(everyMs);
  }
}

async function settle<T>(attempt: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await attempt() };
  } catch (error) {
    return { error };
  }
}
