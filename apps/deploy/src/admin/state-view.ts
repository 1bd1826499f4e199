import type { AccountTree } from './account-tree.js';
import { attributeState, brandState, keyState } from './state-of.js';

export type AccountView = ReturnType<typeof accountView>;

/** An account as a state file has it, with the ids that were made and, by the names of their keys, the secrets that were made just now. */
export function accountView({ id, name, keys, schema, brands }: AccountTree, secrets?: ReadonlyMap<string, string>) {
  return {
    name,
    id,
    keys: keys.map((key) => ({
      ...keyState(key),
      id: key.id,
      ...(secrets?.has(key.name) && { key: secrets.get(key.name)! }),
    })),
    schema: schema.map(attributeState),
    brands: brands.map((brand) => ({ id: brand.id, ...brandState(brand) })),
  };
}
