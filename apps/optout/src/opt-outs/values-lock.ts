import type { Tx } from '#database';

/**
 * Values of pages are either copied into other pages or taken out, never both at a time: else a fold that has begun would bring back what is erased meanwhile. Each waits for the other; copies don't
 * wait for copies.
 */
const VALUES = '4734, 0';
/** Collected values are written, or taken out. Apart from the pages, because folds last. */
const COLLECTED = '4734, 1';

/** To the end of the transaction. What is read in later statements has all that was taken out before. */
export async function lockForCopying(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${VALUES})`);
}

/** To the end of the transaction. Who is erased by then is known to later statements, and who is erased later loses what they write. */
export async function lockForCollecting(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${COLLECTED})`);
}

/** To the end of the transaction. Later statements see all that was copied and collected before. */
export async function lockForTakingOut(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${VALUES})`);
  await tx.query(`SELECT pg_advisory_xact_lock(${COLLECTED})`);
}
