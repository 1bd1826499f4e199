import type { Account } from '../access/account.entity.js';
import type { ApiKey } from '../access/api-key.entity.js';
import type { Brand } from '../brands/brand.entity.js';
import type { SchemaAttribute } from '../contact-schema/schema-attribute.entity.js';
import type { Webhook } from '../webhooks/webhook.entity.js';

/** An account with everything that a state file says of one. */
export interface AccountTree extends Pick<Account, 'id' | 'name'> {
  keys: ApiKey[];
  schema: SchemaAttribute[];
  brands: Brand[];
  webhooks: Webhook[];
}
