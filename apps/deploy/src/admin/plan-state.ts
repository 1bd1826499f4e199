import { matchNamed, type Problems } from '#state';
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
  const others = present.filter((account) => !found.includes(account));
  const parts = wanted.map((account, index) =>
    planAccount(account, found[index], `/accounts/${index}`, prune, problems),
  );
  const deleted = prune && accounts ? others : [];
  return {
    changes: [
      ...parts.flatMap(({ changes }) => changes),
      ...deleted.map(({ name }) => ({ kind: 'account' as const, name, action: 'deleted' as const })),
    ],
    accounts: parts.map(({ plan }) => plan),
    deletedAccounts: deleted.map(({ id }) => id),
  };
}
