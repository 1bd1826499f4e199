import type { AttributeStateDto } from './attribute-state.dto.js';
import type { BrandStateDto } from './brand-state.dto.js';
import type { KeyStateDto } from './key-state.dto.js';
import type { WebhookStateDto } from './webhook-state.dto.js';

export type ChangeKind = 'account' | 'key' | 'attribute' | 'brand' | 'webhook';

/** One line of what an apply does. */
export interface Change {
  kind: ChangeKind;
  /** Things inside an account with the account's name before a slash. */
  name: string;
  action: 'created' | 'changed' | 'unchanged' | 'deleted';
}

/** What is to be written for one account. */
export interface AccountPlan {
  id: string;
  name: string;
  isNew: boolean;
  renamed: boolean;
  newKeys: KeyStateDto[];
  changedKeys: { id: string; wanted: KeyStateDto; newSecret: boolean }[];
  deletedKeys: string[];
  newAttributes: AttributeStateDto[];
  changedAttributes: AttributeStateDto[];
  deletedAttributes: string[];
  writtenBrands: (BrandStateDto & { id: string })[];
  deletedBrands: string[];
  newWebhooks: (WebhookStateDto & { id: string })[];
  changedWebhooks: (WebhookStateDto & { id: string })[];
  deletedWebhooks: string[];
}

export interface Plan {
  changes: Change[];
  accounts: AccountPlan[];
  deletedAccounts: string[];
}
