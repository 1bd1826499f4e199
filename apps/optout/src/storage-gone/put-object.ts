import { isUnavailable } from '#database';
import type { Storage } from '#storage';
import { StorageGone } from './storage-gone.js';

/**
 * Writes an object from what a database gives, and tells the two apart when one of them goes away.
 * @throws {@link StorageGone} if it is the storage; else what the source threw
 */
export async function putObject(
  storage: Storage,
  key: string,
  body: AsyncIterable<Buffer>,
  options: Parameters<Storage['put']>[2],
): ReturnType<Storage['put']> {
  let ofSource: unknown;
  async function* source() {
    try {
      yield* body;
    } catch (error) {
      ofSource = error;
      throw error;
    }
  }
  try {
    return await storage.put(key, source(), options);
  } catch (error) {
    throw error !== ofSource && isUnavailable(error) ? new StorageGone(error) : error;
  }
}
