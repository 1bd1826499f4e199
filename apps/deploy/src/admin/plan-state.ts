import { matchNamed, type Problems } from '#state';
import type { AccountStateDto } from './account-state.dto.js';
import type { AccountTree } from './account-tree.js';
import type { Plan } from './plan.js';
import { planAccount } from './plan-account.js';
import type { StateDto } from './state.dto.js';

/** What makes the installation be what the state says; to be carried out only if there are no problems. Pure but for the ids of new things. */
export function planState(
  { accounts }: StateDto,
  present: readonly AccountTree[],
  prune: boolean,
  problems: Problems,
): Plan {
  const wanted = (accounts ?? []).map((account) => ({ ...account, id: account.id?.toLowerCase() }));
  const found = matchNamed(wanted, new Map(present.map((account) => [account.id, account])), '/accounts', problems);
  checkKeyIds(wanted, found, present, problems);
  const parts = wanted.map((account, index) =>
    planAccount(account, found[index], `/accounts/${index}`, prune, problems),
  );
  const kept = new Set(found);
  const deleted = prune && accounts ? present.filter((account) => !kept.has(account)) : [];
  return {
    changes: [
      ...parts.flatMap(({ changes }) => changes),
      ...deleted.map(({ name }) => ({ kind: 'account' as const, name, action: 'deleted' as const })),
    ],
    accounts: parts.map(({ plan }) => plan),
    deletedAccounts: deleted.map(({ id }) => id),
  };
}

/** The id of a key is that of one key in the whole installation: it is all that a request says of the account. */
function checkKeyIds(
  wanted: readonly AccountStateDto[],
  found: readonly (AccountTree | undefined)[],
  present: readonly AccountTree[],
  problems: Problems,
): void {
  const owners = new Map<string, unknown>(present.flatMap((owner) => owner.keys.map(({ id }) => [id, owner])));
  for (const [index, account] of wanted.entries()) {
    const owner = found[index] ?? account;
    for (const [place, { id }] of (account.keys ?? []).entries()) {
      if (id === undefined) continue;
      if ((owners.get(id) ?? owner) !== owner)
        problems.add(`/accounts/${index}/keys/${place}/id`, 'is the id of a key of another account');
      owners.set(id, owner);
    }
  }
}
