import { isUnavailable } from '#database';
import { pause } from './pause.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Well within the broker's 30 minutes. */
const PATIENCE_MS = 300_000;

/**
 * Does the work, again and again while a server that it needs can't be reached: a restarted database must not send a
 * whole queue to its dead letters. Gives up, with the error, after 5 minutes or when the signal aborts.
 */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || signal.aborted || Date.now() > end) throw error;
      await pause(ms, signal);
    }
  }
}
