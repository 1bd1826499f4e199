/** Why there can't be a file of this kind: told to the mailer, never tried again. Codes are those of mailer delivery. */
export class SuppressionRefusal extends Error {
  constructor(
    readonly code: string,
    readonly help: string,
  ) {
    super(code);
    this.name = 'SuppressionRefusal';
  }
}

export const emptyList = (delta: boolean) =>
  new SuppressionRefusal(
    'empty_list',
    delta ? 'Nothing has come in since then: what you have is complete.' : 'There is nothing to suppress yet.',
  );

export const listNotInUse = () =>
  new SuppressionRefusal('campaign_disabled', 'The list of this campaign is not in use any more.');

export const formatNotOfList = (storage: string) =>
  new SuppressionRefusal(
    'invalid_format',
    storage === 'sha512' ? 'This list has one format: sha512.' : 'This list has the formats plain and md5.',
  );

export const hashOnly = () =>
  new SuppressionRefusal(
    'plain_not_allowed',
    'Some opt-outs are known by their hash alone, so a plain text file would lack them. Ask for format=md5.',
  );

/** Entries of the global list that can't be written in the format. */
export const globalNotExpressible = (format: 'plain' | 'md5' | 'sha512') =>
  new SuppressionRefusal(
    { plain: 'plain_not_allowed', md5: 'md5_not_allowed', sha512: 'download_failed' }[format],
    `Some entries of the global list are known by another hash alone, so a file of format ${format} would lack them.`,
  );
