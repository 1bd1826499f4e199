import type { Permission } from './permission.js';

/** Whom a request comes from, as its key says. */
export interface Caller {
  accountId: string;
  keyId: string;
  permissions: readonly Permission[];
  /** State of the account's contact schema when the key was looked up. */
  schemaVersion: string;
}
