import type { Problems } from '#state';
import type { Directory, GlobalRecord } from './directory.js';
import type { GlobalListStateDto } from './global-list-state.dto.js';
import { ListReferences } from './list-references.js';
import { domains, planLists } from './plan-lists.js';
import { planUsers } from './plan-users.js';
import type { StateDto } from './state.dto.js';
import { withoutList } from './without-list.js';

export interface StatePlan {
  target: Directory;
  /** Ids of what the state speaks of, in its order. */
  lists: string[];
  users: string[];
  /** Whether it speaks of the global list. */
  global: boolean;
}

/** The directory that a state file asks for. With `prune` what it doesn't name goes; a whole kind that it leaves out stays. */
export function planState(state: StateDto, current: Directory, prune: boolean, problems: Problems): StatePlan {
  const { lists, order } = planLists(state.lists ?? [], current, prune && state.lists !== undefined, problems);
  const references = new ListReferences(lists, problems);
  const { users, order: userOrder } = planUsers(
    state.users ?? [],
    current,
    references,
    prune && state.users !== undefined,
    problems,
  );
  const global = state.globalList ? planGlobal(state.globalList, references, lists, problems) : { ...current.global };
  let target: Directory = { ...current, lists, users, global };
  for (const id of current.lists.keys()) if (!lists.has(id)) target = withoutList(target, id);
  return { target, lists: order, users: userOrder, global: state.globalList !== undefined };
}

function planGlobal(
  wanted: GlobalListStateDto,
  references: ListReferences,
  lists: Directory['lists'],
  problems: Problems,
): GlobalRecord {
  const suppressedDomains = domains(wanted.suppressedDomains, '/globalList/suppressedDomains', problems);
  const listId = wanted.list === undefined ? undefined : references.resolve(wanted.list, '/globalList/list');
  if (listId !== undefined && lists.get(listId)?.channel === 'sms')
    problems.add('/globalList/list', 'the global list must be an e-mail list');
  return { ...(listId !== undefined && { listId }), suppressedDomains };
}
