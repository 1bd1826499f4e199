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

/**
 * The bytes from `start` up to `end` (exclusive) of a file, of that very version of it.
 * @throws {@link StorageGone} if the storage can't be reached or breaks off
 */
export async function* readObject(
  storage: Storage,
  file: StoredFile,
  span: { start: number; end: number },
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* read(storage, file, span);
  } catch (error) {
    throw isUnavailable(error) ? new StorageGone(error) : error;
  }
}

async function* read(
  storage: Storage,
  file: StoredFile,
  { start, end }: { start: number; end: number },
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
