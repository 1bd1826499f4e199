export interface ListRow {
  id: string;
  channel: 'email' | 'sms';
  storage: 'plain' | 'md5' | 'sha512';
  kind: 'standard' | 'grouped' | 'linked';
  /** How national numbers of an sms list are read. */
  region: string | null;
  enabled: boolean;
  deleted: boolean;
}

export interface TokenRow {
  id: string;
  userId: string;
  /** SHA-256 in hex. */
  hash: string;
}
