import type { AccountTree } from './account-tree.js';
import { matchNamed } from './match-named.js';
import type { Plan } from './plan.js';
import { planAccount } from './plan-account.js';
import type { StateDto } from './state.dto.js';

/** What makes the installation be what the state says; to be carried out only if it has no faults. Pure but for the ids of new things. */
export function planState({ accounts }: StateDto, present: readonly AccountTree[], prune: boolean): Plan {
  const wanted = accounts ?? [];
  const { found, others, faults } = matchNamed(wanted, present, '/accounts');
  const parts = wanted.map((account, index) => planAccount(account, found[index], `/accounts/${index}`, prune));
  const deleted = prune && accounts ? others : [];
  return {
    changes: [
      ...parts.flatMap(({ changes }) => changes),
      ...deleted.map(({ name }) => ({ kind: 'account' as const, name, action: 'deleted' as const })),
    ],
    accounts: parts.map(({ plan }) => plan),
    deletedAccounts: deleted.map(({ id }) => id),
    faults: [...faults, ...parts.flatMap(({ faults }) => faults)],
  };
}
