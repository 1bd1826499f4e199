import type { ErrorCodeEntry } from './error-code-entry.js';
import { generalErrorCodes } from './general.error-codes.js';

/** Codes under `{docs_url}/optout/error-codes#`, of the opt-out list endpoints and of collect. */
export const optoutErrorCodes = {
  ...generalErrorCodes,
  invalid_token: {
    statuses: [400],
    meaning: 'Collect got no access token, or one that is unknown or revoked.',
    remedy: 'Send `Authorization: Bearer …` with a token of a user who has the list.',
  },
  invalid_list: {
    statuses: [400],
    meaning: 'There is no opt-out list with this id.',
    remedy: 'Take the `optoutListId` from the list: 16 lower-case hex digits.',
  },
  list_disabled: {
    statuses: [400],
    meaning: 'The opt-out list is disabled or was deleted.',
    remedy: 'Name a list that is in use, or have it enabled again.',
  },
  list_forbidden: {
    statuses: [400],
    meaning: "The token's user has no access to this opt-out list.",
    remedy: 'Have the list granted to the user, or name another one.',
  },
  list_grouped: {
    statuses: [400],
    meaning: 'A grouped list is the union of its members and takes no opt-outs itself.',
    remedy: 'Name the member that the opt-outs belong to.',
  },
  list_linked: {
    statuses: [400],
    meaning: 'A linked list follows another one and takes no opt-outs itself.',
    remedy: 'Name the list that it is linked to.',
  },
  invalid_email: {
    statuses: [400],
    meaning: 'What was collected is not an e-mail address.',
    remedy: 'Let the person correct it. The same value fails again.',
  },
  invalid_phone: {
    statuses: [400],
    meaning: "What was collected is not a phone number, read with the list's region.",
    remedy: 'Send it in international form (`+` and the country code), or let the person correct it.',
  },
  sms_expected: {
    statuses: [400],
    meaning: 'An e-mail address was collected into a list of phone numbers.',
    remedy: 'Send `sms`, or name a list of e-mail addresses.',
  },
  email_expected: {
    statuses: [400],
    meaning: 'A phone number was collected into a list of e-mail addresses.',
    remedy: 'Send `email`, or name a list of phone numbers.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
