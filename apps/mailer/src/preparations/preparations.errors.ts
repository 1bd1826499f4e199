import { MailerError } from '../mailer.error.js';

/** Clients match the two sentences about access byte for byte. Statuses are those of getfile; prepare always answers 200. */
export const md5NotAllowed = (help = 'Ask for another format, or have MD5 downloads granted to this access key.') =>
  new MailerError(403, 'md5_not_allowed', 'You do not have access to MD5 downloads', help);

export const plainNotAllowed = (
  help = 'Ask for another format, or have plain text downloads granted to this access key.',
) => new MailerError(403, 'plain_not_allowed', 'You do not have access to plain text downloads', help);

export const invalidFormat = (help: string) => new MailerError(400, 'invalid_format', 'The format is invalid.', help);

export const invalidDeltas = () =>
  new MailerError(400, 'invalid_deltas', 'The value of deltas is invalid.', 'It is 0 or 1.');

export const invalidDeltaTimestamp = () =>
  new MailerError(
    400,
    'invalid_delta_timestamp',
    'The delta timestamp is invalid.',
    'It is a number of whole seconds since 1970 (Unix time).',
  );

export const campaignDisabled = (help: string) =>
  new MailerError(403, 'campaign_disabled', 'The campaign is disabled.', help);

export const deltasNotAllowed = () =>
  new MailerError(
    403,
    'deltas_not_allowed',
    'You do not have access to deltas.',
    'Ask for the whole file (deltas=0), or have deltas granted to this access key.',
  );

export const emptyList = (help: string) => new MailerError(404, 'empty_list', 'The list is empty.', help);

export const tooManyRequests = () =>
  new MailerError(
    429,
    'too_many_requests',
    'Too many requests at a time.',
    'At most three lists are prepared at a time for one IP address. Wait until one of them is ready.',
  );

export const listNotKnownYet = () =>
  new MailerError(503, 'server_error', 'The list is not known here yet.', 'Try again in a moment.');

/** A mailing list that can't be read. */
export const invalidFile = (help: string) => new MailerError(400, 'invalid_file', 'The file is invalid.', help);

export const downloadFailed = (help = 'Prepare the list again. If it fails again, tell us.') =>
  new MailerError(500, 'download_failed', 'The download could not be made.', help);

const byCode: Record<string, (help?: string) => MailerError> = {
  md5_not_allowed: md5NotAllowed,
  plain_not_allowed: plainNotAllowed,
  invalid_format: (help = '') => invalidFormat(help),
  campaign_disabled: (help = '') => campaignDisabled(help),
  empty_list: (help = '') => emptyList(help),
  invalid_file: (help = '') => invalidFile(help),
  download_failed: downloadFailed,
};

/** The refusal that the opt-out service answered instead of a file. */
export function refusalOf(code: string | null, help: string | null): MailerError {
  return (byCode[code ?? ''] ?? downloadFailed)(help ?? undefined);
}
