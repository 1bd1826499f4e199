import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { matchNamed, type Problems } from '#state';
import type { AccountStateDto } from './account-state.dto.js';
import type { AccountTree } from './account-tree.js';
import type { AccountPlan, Change, ChangeKind } from './plan.js';
import { attributeState, brandState, keyState, webhookState } from './state-of.js';
import { withLowerCaseIds } from './with-lower-case-ids.js';

/** What makes one account be what is wanted. `prune` deletes what a wanted list doesn't name; a list that is left out is left alone. */
export function planAccount(
  wanted: AccountStateDto,
  present: AccountTree | undefined,
  at: string,
  prune: boolean,
  problems: Problems,
): { changes: Change[]; plan: AccountPlan } {
  const { name } = wanted;
  const renamed = present !== undefined && present.name !== name;
  const changes: Change[] = [{ kind: 'account', name, action: actionOf(present, !renamed) }];
  const say = (kind: ChangeKind, inner: string, action: Change['action']) =>
    changes.push({ kind, name: `${name}/${inner}`, action });
  const compared = <W extends { name: string }, T extends { id: string; name: string }>(
    list: 'keys' | 'schema' | 'brands' | 'webhooks',
    kind: ChangeKind,
    things: { wanted: readonly W[] | undefined; present: readonly T[]; same: (wanted: W, found: T) => boolean },
  ) => {
    const present = new Map(things.present.map((thing) => [thing.id, thing]));
    const found = matchNamed(things.wanted ?? [], present, `${at}/${list}`, problems);
    const pairs = (things.wanted ?? []).map((one, index) => {
      const action = actionOf(found[index], found[index] !== undefined && things.same(one, found[index]));
      say(kind, one.name, action);
      return { wanted: one, found: found[index], action, index };
    });
    const kept = new Set(found);
    const deleted = prune && things.wanted ? things.present.filter((thing) => !kept.has(thing)) : [];
    for (const { name } of deleted) say(kind, name, 'deleted');
    return {
      created: pairs.filter(({ action }) => action === 'created').map(({ wanted }) => wanted),
      changed: pairs.flatMap(({ wanted, found, action, index }) =>
        action === 'changed' ? [{ wanted, found: found!, index }] : [],
      ),
      deleted,
    };
  };

  const keys = compared('keys', 'key', {
    wanted: wanted.keys,
    present: present?.keys ?? [],
    same: (key, found) => isDeepStrictEqual(keyState(key), keyState(found)),
  });
  const attributes = compared('schema', 'attribute', {
    wanted: wanted.schema,
    present: (present?.schema ?? []).map((attribute) => ({ ...attribute, id: attribute.name })),
    same: (attribute, found) => isDeepStrictEqual(attributeState(attribute), attributeState(found)),
  });
  for (const { wanted, found, index } of attributes.changed)
    if (wanted.type !== found.type)
      problems.add(`${at}/schema/${index}/type`, `is ${found.type} and can not be changed`);
  const brands = compared('brands', 'brand', {
    wanted: wanted.brands?.map(withLowerCaseIds),
    present: present?.brands ?? [],
    same: (brand, found) => isDeepStrictEqual(brandState(brand), brandState(found)),
  });
  const webhooks = compared('webhooks', 'webhook', {
    wanted: wanted.webhooks?.map((webhook) => ({ ...webhook, id: webhook.id?.toLowerCase() })),
    present: present?.webhooks ?? [],
    same: (webhook, found) => isDeepStrictEqual(webhookState(webhook), webhookState(found)),
  });

  return {
    changes,
    plan: {
      id: present?.id ?? wanted.id ?? randomUUID(),
      name,
      isNew: present === undefined,
      renamed,
      newKeys: keys.created,
      changedKeys: keys.changed.map(({ wanted, found }) => ({
        id: found.id,
        wanted,
        newSecret: found.revoked && !wanted.revoked,
      })),
      deletedKeys: keys.deleted.map(({ id }) => id),
      newAttributes: attributes.created,
      changedAttributes: attributes.changed.map(({ wanted }) => wanted),
      deletedAttributes: attributes.deleted.map(({ name }) => name),
      writtenBrands: [
        ...brands.created.map((brand) => ({ ...brand, id: brand.id ?? randomUUID() })),
        ...brands.changed.map(({ wanted, found }) => ({ ...wanted, id: found.id })),
      ],
      deletedBrands: brands.deleted.map(({ id }) => id),
      newWebhooks: webhooks.created.map((webhook) => ({ ...webhook, id: webhook.id ?? randomUUID() })),
      changedWebhooks: webhooks.changed.map(({ wanted, found }) => ({ ...wanted, id: found.id })),
      deletedWebhooks: webhooks.deleted.map(({ id }) => id),
    },
  };
}

function actionOf(found: unknown, same: boolean): Change['action'] {
  if (found === undefined) return 'created';
  return same ? 'unchanged' : 'changed';
}
