/** Injection token: seconds that prepare waits for the file. */
export const PREPARE_WAIT_SECONDS = Symbol('seconds that prepare waits');
