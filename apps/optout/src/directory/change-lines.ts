import type { Action, DirectoryChange } from './compare-directories.js';
import type { StatePlan } from './plan-state.js';

export interface ChangeLine {
  kind: 'list' | 'globalList' | 'user' | 'token';
  /** Of a token: `user/token`. */
  name: string;
  action: Action;
}

/** A line for each thing that the state speaks of, in its order, and then for whatever else changes. */
export function changeLines(
  change: DirectoryChange,
  plan: Pick<StatePlan, 'lists' | 'users' | 'global'>,
): ChangeLine[] {
  const lists = named(change.lists, plan.lists, ({ list }) => list.id).map(
    ({ list, action }): ChangeLine => ({ kind: 'list', name: list.name, action }),
  );
  const spokenOf = new Set(plan.users);
  const users = named(change.users, plan.users, ({ user }) => user.id).flatMap(
    ({ user, action, tokens }): ChangeLine[] => [
      { kind: 'user', name: user.name, action },
      ...tokens
        .filter((token) => token.action !== 'unchanged' || spokenOf.has(user.id))
        .map((token): ChangeLine => ({ kind: 'token', name: `${user.name}/${token.name}`, action: token.action })),
    ],
  );
  const global: ChangeLine[] =
    plan.global || change.global !== 'unchanged'
      ? [{ kind: 'globalList', name: 'global list', action: change.global }]
      : [];
  return [...lists, ...global, ...users];
}

function named<T extends { action: Action }>(changes: T[], order: string[], idOf: (change: T) => string): T[] {
  const byId = new Map(changes.map((change) => [idOf(change), change]));
  const inOrder = order.flatMap((id) => byId.get(id) ?? []);
  const spokenOf = new Set(order);
  const others = changes.filter((change) => change.action !== 'unchanged' && !spokenOf.has(idOf(change)));
  return [...inOrder, ...others];
}
