import type { Tx } from '#database';

/**
 * Values of pages are either copied into other pages or taken out, never both at a time: else a fold that has begun would bring back what is erased meanwhile. Each waits for the other; copies don't
 * wait for copies.
 */
const VALUES = '4734, 0';

/** To the end of the transaction. What is read in later statements has all that was taken out before. */
export async function lockForCopying(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${VALUES})`);
}

/** To the end of the transaction. Later statements see all that was copied before. */
export async function lockForTakingOut(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${VALUES})`);
}
