import { isUnavailable } from '#database';
import type { Storage } from '#storage';
import type { ImportJob } from './import-job.js';
import { StorageGone } from './storage-gone.js';

/** A storage that sends nothing for so long is taken as gone; the part is tried again. */
const STALL_MS = 60_000;

/**
 * The bytes from `start` up to `end` (exclusive) of the import's file: of that very version of it that was noticed.
 * @throws {@link StorageGone} if the storage can't be reached or breaks off
 */
export async function* readObject(
  storage: Storage,
  job: ImportJob,
  span: { start: number; end: number },
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* read(storage, job, span);
  } catch (error) {
    throw isUnavailable(error) ? new StorageGone(error) : error;
  }
}

async function* read(
  storage: Storage,
  job: ImportJob,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer, void, undefined> {
  const stream = await storage.get(job.objectKey, { start, end: end - 1, ifMatch: job.etag });
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
