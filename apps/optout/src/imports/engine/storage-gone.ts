/**
 * The storage can't be reached, or broke off in the middle. It has a name of its own so that it isn't taken for a database that is away: for that a message waits without an end, while a part
 * of a file is tried some times, for some 20 minutes, and then given up. Its import ends then, instead of running for ever.
 */
export class StorageGone extends Error {
  override readonly name = 'StorageGone';

  constructor(cause: unknown) {
    super(`the storage can't be reached: ${(cause as { code?: string }).code ?? 'the connection broke'}`, { cause });
  }
}
