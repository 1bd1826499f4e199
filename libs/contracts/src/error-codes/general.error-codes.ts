import type { ErrorCodeEntry } from './error-code-entry.js';

/** What all APIs with the problem envelope have in common. */
export const generalErrorCodes = {
  invalid_request_error: {
    statuses: [400, 405, 408, 411, 413, 414, 415, 431],
    meaning:
      'The request is not one that this address takes: a field, a parameter, the media type, the size, the method or the encoding of the address is wrong.',
    remedy:
      'Read `errors`: each entry names a value of the body by `pointer` (RFC 6901) or a parameter by `parameter`, and says what is wrong with it. Sending the same request again fails again.',
  },
  authentication_error: {
    statuses: [401],
    meaning: 'There is no credential in the request, or it is unknown or revoked.',
    remedy: 'Send `Authorization: Bearer …` with a key or token that is in use.',
  },
  permission_error: {
    statuses: [403],
    meaning: 'The credential is good, but not for this.',
    remedy: 'Use one that has the permission, or have it granted.',
  },
  not_found_error: {
    statuses: [404, 410],
    meaning: 'There is nothing at this address, or what it names does not exist for this credential.',
    remedy: 'Check the path and the ids in it.',
  },
  conflict_error: {
    statuses: [409],
    meaning: 'The request contradicts the state that things are in.',
    remedy: 'Read `detail`, look at the state, and decide anew.',
  },
  api_error: {
    statuses: [429, 500, 501, 503, 504, 505],
    meaning:
      'The request may be fine, but was not carried out here: too many at a time (429), a failure of ours (500), something that is away or full (503), no answer in time (504).',
    remedy:
      'After 429 and 503 wait for the seconds of `Retry-After`, then send it again. After 500 and 504 look first whether it was carried out, and tell us the `x-request-id` of the answer.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
