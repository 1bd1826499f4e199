import type { ErrorCodeEntry } from './error-code-entry.js';

/** Values of `error_code` on the mailer's host, whose failures are no problem details and so have no `type`. */
export const mailerErrorCodes = {
  invalid_token: {
    statuses: [401],
    meaning: 'The token of the address is unknown or revoked.',
    remedy: 'Pass the token that you were given as `token`.',
  },
  invalid_access_key: {
    statuses: [404],
    meaning: 'There is no access key like this for the token.',
    remedy: 'Check the key in the address.',
  },
  invalid_dcma: {
    statuses: [404],
    meaning: 'The download token of the link is wrong, missing or no longer good.',
    remedy: 'Follow the `download_link` exactly as prepare gave it; after 24 hours prepare again.',
  },
  download_not_prepared: {
    statuses: [404],
    meaning: 'No file has been prepared with this access key, or it is still being made.',
    remedy: 'Prepare it, or try the link again in a while.',
  },
  download_failed: {
    statuses: [500],
    meaning: 'The file could not be made.',
    remedy: 'Prepare it again. If that fails too, tell us.',
  },
  invalid_format: {
    statuses: [400],
    meaning:
      'The list has no files of this format; or a mailing list has hashes that the list can not be compared with.',
    remedy:
      'Ask for `md5` or `plain`; lists of SHA-512 hashes have `sha512` alone. Send addresses, or hashes of that kind.',
  },
  md5_not_allowed: {
    statuses: [403],
    meaning: 'The access key may not have MD5 files.',
    remedy: 'Ask for another format, or have MD5 granted to the key.',
  },
  plain_not_allowed: {
    statuses: [403],
    meaning:
      'The access key may not have plain files, or a plain file would lack somebody whom the list knows by a hash alone.',
    remedy: 'Read `help`. Ask for `md5`, or have plain text granted to the key.',
  },
  invalid_file: {
    statuses: [400, 408],
    meaning:
      'What was sent is no mailing list: no form with one part, `file`, or no text in it, or it did not arrive whole.',
    remedy: 'Read `help`. Send `multipart/form-data` with one part, `file`.',
  },
  invalid_deltas: { statuses: [400], meaning: '`deltas` is neither 0 nor 1.', remedy: 'Send 0 or 1, or leave it out.' },
  invalid_delta_timestamp: {
    statuses: [400],
    meaning: '`delta_timestamp` is not a number of whole seconds since 1970.',
    remedy: 'Send Unix seconds, or leave it out: what counts then is your last file that was fetched.',
  },
  deltas_not_allowed: {
    statuses: [403],
    meaning: 'The access key may not have deltas.',
    remedy: 'Ask for the whole file (`deltas=0`), or have deltas granted to the key.',
  },
  campaign_disabled: {
    statuses: [403],
    meaning: 'The campaign, or its list, is not in use at present.',
    remedy: 'Mail nothing for this campaign; ask whoever runs it.',
  },
  empty_list: {
    statuses: [404],
    meaning: 'There is nobody in the file: the list is empty, or nothing came in since the last delta.',
    remedy: 'Go on with what you have; try again later.',
  },
  too_many_requests: {
    statuses: [429],
    meaning: 'Too many files are being prepared, or mailing lists cleansed, for your IP address at this moment.',
    remedy: 'Wait until one of them is ready.',
  },
  not_found: {
    statuses: [404],
    meaning: 'There is nothing at this address.',
    remedy: 'Check the path.',
  },
  method_not_allowed: {
    statuses: [405],
    meaning: 'The address does not take this method.',
    remedy: 'Use one that `Allow` names.',
  },
  invalid_request: {
    statuses: [400],
    meaning: 'The request is malformed.',
    remedy: 'Read `help`. Sending it again fails again.',
  },
  request_too_large: {
    statuses: [413],
    meaning: 'The body is larger than is allowed.',
    remedy: 'Send less.',
  },
  uri_too_long: {
    statuses: [414],
    meaning: 'The address is longer than is allowed.',
    remedy: 'Send the link exactly as it was given.',
  },
  server_error: {
    statuses: [500, 503, 504],
    meaning: 'A failure of ours, or something that is away at the moment.',
    remedy: 'Try again soon; where `Retry-After` is given, after so many seconds.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
