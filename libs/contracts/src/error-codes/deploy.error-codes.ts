import type { ErrorCodeEntry } from './error-code-entry.js';
import { generalErrorCodes } from './general.error-codes.js';

/** Codes under `{docs_url}/deploy/error-codes#`. */
export const deployErrorCodes = {
  ...generalErrorCodes,
  contact_exists: {
    statuses: [409],
    meaning: 'The account has a contact with this e-mail address already; it may be disabled.',
    remedy: 'Change that contact instead of creating one: PATCH its address, subscribe it to brands.',
  },
  operation_in_progress: {
    statuses: [409],
    meaning: 'A bulk operation on contacts or a change of the schema is running for the account. Nothing was changed.',
    remedy: 'Send the same request again after the seconds of `Retry-After`.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
