const LET_GO_AFTER_MS = 180_000;

/**
 * To be selected by whoever takes a lock that others wait for: when his process hangs for three minutes the server ends his transaction, and the next one gets the lock. The storage, which such a
 * transaction may wait for, is given up after two.
 */
export const LET_GO_WHEN_HANGING = `set_config('idle_in_transaction_session_timeout', '${LET_GO_AFTER_MS}', true)`;
