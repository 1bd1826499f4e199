import { Injectable } from '@nestjs/common';
import { mintCredential } from '#auth';
import type { Tx } from '#database';
import { Account } from '../access/account.entity.js';
import { ApiKey } from '../access/api-key.entity.js';
import { Brand } from '../brands/brand.entity.js';
import { foldCase } from '../brands/fold-case.js';
import type { AttributeDefinition } from '../contact-schema/contact-schema.js';
import { SchemaRepository } from '../contact-schema/schema.repository.js';
import { SchemaAttribute } from '../contact-schema/schema-attribute.entity.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import type { AccountTree } from './account-tree.js';
import type { AttributeStateDto } from './attribute-state.dto.js';
import type { AccountPlan } from './plan.js';

@Injectable()
export class StateRepository {
  constructor(private readonly schema: SchemaRepository) {}

  /** One apply at a time: each is planned against what it finds. */
  async lock(tx: Tx): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(4733002)');
  }

  /** All accounts with what is in them, in the order in which they were made. */
  async load(tx: Tx): Promise<AccountTree[]> {
    const accounts = await tx.find(Account, { order: { createdAt: 'ASC', name: 'ASC', id: 'ASC' } });
    const keys = Map.groupBy(await tx.find(ApiKey, { order: { createdAt: 'ASC', name: 'ASC', id: 'ASC' } }), ofAccount);
    const schema = Map.groupBy(await tx.find(SchemaAttribute, { order: { position: 'ASC' } }), ofAccount);
    const brands = Map.groupBy(await tx.find(Brand, { order: { name: 'ASC', id: 'ASC' } }), ofAccount);
    const webhooks = Map.groupBy(
      await tx.find(Webhook, { order: { createdAt: 'ASC', name: 'ASC', id: 'ASC' } }),
      ofAccount,
    );
    return accounts.map(({ id, name }) => ({
      id,
      name,
      keys: keys.get(id) ?? [],
      schema: schema.get(id) ?? [],
      brands: brands.get(id) ?? [],
      webhooks: webhooks.get(id) ?? [],
    }));
  }

  async writeAccount(tx: Tx, { id, name, isNew, renamed }: AccountPlan): Promise<void> {
    if (isNew) await tx.insert(Account, { id, name });
    else if (renamed) await tx.update(Account, { id }, { name });
  }

  /** @returns the secrets that were made, by the ids of their keys; a key that is revoked has none to show */
  async writeKeys(
    tx: Tx,
    { id: accountId, newKeys, changedKeys, deletedKeys }: AccountPlan,
  ): Promise<Map<string, string>> {
    const secrets = new Map<string, string>();
    const mint = (revoked: boolean, known?: string) => {
      const { id, hash, token } = mintCredential('hd_key', known);
      if (!revoked) secrets.set(id, token);
      return { id, hash };
    };
    if (deletedKeys.length > 0) await tx.delete(ApiKey, deletedKeys);
    for (const { id, name, permissions, requestsPerMinute = null, revoked } of newKeys)
      await tx.insert(ApiKey, { ...mint(revoked, id), accountId, name, permissions, requestsPerMinute, revoked });
    for (const { id, wanted, newSecret } of changedKeys) {
      const { name, permissions, requestsPerMinute = null, revoked } = wanted;
      const secret = newSecret ? mint(false, id) : {};
      await tx.update(ApiKey, { id }, { ...secret, name, permissions, requestsPerMinute, revoked });
    }
    return secrets;
  }

  /** Values of attributes that go, go with them. To be called with the account's mutations kept out. */
  async writeSchema(tx: Tx, plan: AccountPlan): Promise<void> {
    const { id, newAttributes, changedAttributes, deletedAttributes } = plan;
    if (deletedAttributes.length > 0)
      await tx.query(
        'UPDATE contact SET attributes = attributes - $2::text[] WHERE account_id = $1 AND attributes ?| $2::text[]',
        [id, deletedAttributes],
      );
    await this.schema.change(tx, id, {
      add: newAttributes.map(definitionOf),
      describe: changedAttributes.map(definitionOf),
      remove: deletedAttributes,
    });
  }

  async writeBrands(tx: Tx, { id, writtenBrands, deletedBrands }: AccountPlan): Promise<void> {
    if (deletedBrands.length > 0)
      await tx.query('DELETE FROM brand WHERE account_id = $1 AND id = ANY ($2)', [id, deletedBrands]);
    if (writtenBrands.length === 0) return;
    const rows = writtenBrands.map((brand) => ({ ...brand, foldedName: foldCase(brand.name) }));
    await tx.query(
      `INSERT INTO brand (account_id, id, name, folded_name, enabled, from_address, domain,
                          esps, verticals, unsubscribe_handling)
       SELECT $1, b.id, b.name, b."foldedName", b.enabled, b."fromAddress", b.domain,
              b.esps, b.verticals, b."unsubscribeHandling"
       FROM jsonb_to_recordset($2) AS b (id uuid, name text, "foldedName" text, enabled boolean, "fromAddress" text,
                                         domain text, esps jsonb, verticals jsonb, "unsubscribeHandling" jsonb)
       ON CONFLICT (account_id, id) DO UPDATE SET
         name = excluded.name, folded_name = excluded.folded_name, enabled = excluded.enabled,
         from_address = excluded.from_address, domain = excluded.domain, esps = excluded.esps,
         verticals = excluded.verticals, unsubscribe_handling = excluded.unsubscribe_handling`,
      [id, JSON.stringify(rows)],
    );
  }

  /** The account with everything of its own. To be called with its mutations kept out. */
  async deleteAccount(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM subscription WHERE account_id = $1', [id]);
    await tx.query('DELETE FROM contact WHERE account_id = $1', [id]);
    await tx.query('DELETE FROM account WHERE id = $1', [id]);
  }
}

function ofAccount({ accountId }: { accountId: string }): string {
  return accountId;
}

function definitionOf({ name, type, description }: AttributeStateDto): AttributeDefinition {
  return { name, type, description: description ?? null };
}
