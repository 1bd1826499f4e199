/** How a list's entries are written. */
export const formats = ['plain', 'md5', 'sha512'] as const;
export type Format = (typeof formats)[number];

/** What a mailer's access key opens. */
export interface Access {
  key: string;
  /** Of the token that was used. */
  tokenId: string;
  plain: boolean;
  md5: boolean;
  deltas: boolean;
  /** Where the file ended that was fetched last, of the list that the campaign has now: RFC 3339 with microseconds. */
  fetchedWatermark: string | null;
  campaign: { name: string; enabled: boolean; format: Format };
  /** Unknown (null) until the opt-out service has told of it. */
  list: { id: string; storage: 'plain' | 'md5' | 'sha512' | null; inUse: boolean };
}
