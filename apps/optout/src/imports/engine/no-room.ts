import { hasNoRoom } from '#database';

/** What people are told of an import that ended for it. */
const WORDS = 'The database had no room for the opt-outs, although it was tried again and again.';

/**
 * The database has no room for a part of an import. It has a name of its own so that it isn't taken for a database that is away: for that a message waits without an end, while its scratch keeps
 * the room. It is tried some times, and then given up; the end of the import gives the room free.
 */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';

  constructor(cause: unknown) {
    super(WORDS, { cause });
  }
}

/** @throws {@link NoRoom} if the database has none for the work */
export async function needingRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw hasNoRoom(error) ? new NoRoom(error) : error;
  }
}

/** The cause to be told of a part that was given up for this reason; undefined if it was another one. */
export function causeOf(reason: string): string | undefined {
  return reason === WORDS ? WORDS : undefined;
}
