import { isUnavailable } from '#database';

/**
 * The storage can't be reached, or broke off in the middle. It has a name of its own so that it isn't taken for a database that is away: for that a message waits without an end, while work on a
 * file is tried some times, for some minutes, and then given up. Its import, download or suppression file ends then, instead of being under way for ever.
 */
export class StorageGone extends Error {
  override readonly name = 'StorageGone';

  constructor(cause: unknown) {
    super(`the storage can't be reached: ${(cause as { code?: string }).code ?? 'the connection broke'}`, { cause });
  }
}

/** Asks the storage. @throws {@link StorageGone} if it can't be reached */
export async function askStorage<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw isUnavailable(error) ? new StorageGone(error) : error;
  }
}
