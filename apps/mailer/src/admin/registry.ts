import type { TokenRecord } from '#state';
import type { Format } from '../access-keys/access.js';

/** Mailers, campaigns and what connects them: small, so every change is made on the whole of it, and the difference is written. */
export interface Registry {
  campaigns: Map<string, CampaignRecord>;
  mailers: Map<string, MailerRecord>;
}

export interface CampaignRecord {
  id: string;
  name: string;
  optoutListId: string;
  enabled: boolean;
  format: Format;
}

export interface MailerRecord {
  id: string;
  name: string;
  tokens: TokenRecord[];
  access: AccessRecord[];
}

export interface AccessRecord {
  key: string;
  campaignId: string;
  plain: boolean;
  md5: boolean;
  deltas: boolean;
}
