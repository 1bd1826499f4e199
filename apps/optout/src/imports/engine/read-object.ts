import { isUnavailable } from '#database';
import type { Storage } from '#storage';
import { StorageGone } from '../../storage-gone/storage-gone.js';

/** A storage that sends nothing for so long is taken as gone; the part is tried again. */
const STALL_MS = 60_000;

/** A file in the storage, in one version of it. */
export interface StoredFile {
  objectKey: string;
  etag: string;
}

/** A connection from which nobody has read for so long may be dead before its next byte: it is left for a new one. */
const REST_MS = 20_000;

/**
 * The bytes from `start` up to `end` (exclusive) of a file, of that very version of it. Who reads them may take any time between two chunks.
 * @throws {@link StorageGone} if the storage can't be reached or breaks off
 */
export async function* readObject(
  storage: Storage,
  file: StoredFile,
  { start, end }: { start: number; end: number },
  { restMs = REST_MS } = {},
): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let at = start; at < end; ) {
      const before = at;
      for await (const chunk of read(storage, file, at, end)) {
        at += chunk.length;
        const handedOut = performance.now();
        yield chunk;
        if (performance.now() - handedOut >= restMs) break;
      }
      if (at === before) throw new StorageGone(new Error('the storage sent less than there is'));
    }
  } catch (error) {
    throw isUnavailable(error) ? new StorageGone(error) : error;
  }
}

async function* read(
  storage: Storage,
  file: StoredFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void, undefined> {
  const stream = await storage.get(file.objectKey, { start, end: end - 1, ifMatch: file.etag });
  const stalled = () => stream.destroy(new Error('the storage stopped sending'));
  let timer = setTimeout(stalled, STALL_MS);
  try {
    for await (const chunk of stream) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(stalled, STALL_MS);
    }
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
}
