import type { AccountTree } from './account-tree.js';
import { attributeState, brandState, keyState, webhookState } from './state-of.js';

/** Secrets that were made just now, by the ids of their API keys and webhooks. */
export interface NewSecrets {
  keys: ReadonlyMap<string, string>;
  webhooks: ReadonlyMap<string, string>;
}

export type AccountView = ReturnType<typeof accountView>;

/** An account as a state file has it, with the ids and the secrets that were made. */
export function accountView({ id, name, keys, schema, brands, webhooks }: AccountTree, secrets?: NewSecrets) {
  return {
    name,
    id,
    keys: keys.map((key) => ({
      ...keyState(key),
      id: key.id,
      ...(secrets?.keys.has(key.id) && { key: secrets.keys.get(key.id)! }),
    })),
    schema: schema.map(attributeState),
    brands: brands.map((brand) => ({ id: brand.id, ...brandState(brand) })),
    webhooks: webhooks.map((webhook) => ({
      id: webhook.id,
      ...webhookState(webhook),
      ...(secrets?.webhooks.has(webhook.id) && { secret: secrets.webhooks.get(webhook.id)! }),
    })),
  };
}
