/**
 * What a state file's references lead to. A reference is a name (or an id, where a name is not unique); it may lead to a thing of the same file or to one that the installation has already.
 */
import type { FileProblem } from './file-problem.js';
import type { ReadStateFile } from './state-file.reader.js';
import type { ListEntry, StateFile } from './state-file.shape.js';

/** What the installation has already. */
export interface Existing {
  lists: ListEntry[];
  campaigns: { name: string; id?: string }[];
}

type Named = { name: string; id?: string };

/** Every name given twice and every reference that leads nowhere, to two things, or to a list of the wrong kind. */
export function checkReferences({ state, problemAt }: ReadStateFile, existing: Existing): FileProblem[] {
  const problems: FileProblem[] = [];
  const at = (path: (string | number)[], message: string) => problems.push(problemAt(path, message));
  const { lists = [], campaigns = [] } = state;

  const listAt = (path: (string | number)[], reference: string | undefined): ListEntry | undefined => {
    if (reference === undefined) return undefined;
    const found = findByReference(reference, lists, existing.lists);
    if (found.length !== 1) at(path, trouble('list', reference, found.length));
    return found[0];
  };

  /** Of a group that of its members, of a linked list that of its source: both are lists that store opt-outs themselves. */
  const storageOf = ({ storage, source, members }: ListEntry) => {
    const stored = source ?? members?.[0];
    return storage ?? (stored && findByReference(stored, lists, existing.lists)[0]?.storage);
  };

  checkNames(state, at);
  state.lists?.forEach((list, index) => {
    list.members?.forEach((member, place) => {
      listAt(['lists', index, 'members', place], member);
    });
    listAt(['lists', index, 'source'], list.source);
    if (list.region !== undefined && list.channel !== 'sms') at(['lists', index, 'region'], 'is for sms lists only');
  });
  listAt(['globalList', 'list'], state.globalList?.list);
  state.users?.forEach((user, index) => {
    user.lists?.forEach((list, place) => {
      listAt(['users', index, 'lists', place], list);
    });
  });
  state.campaigns?.forEach((campaign, index) => {
    const list = listAt(['campaigns', index, 'list'], campaign.list);
    const storage = list && storageOf(list);
    const unfit = storage !== undefined && (storage === 'sha512') !== (campaign.format === 'sha512');
    if (unfit) at(['campaigns', index, 'format'], `does not fit a list that stores ${storage}`);
  });
  state.mailers?.forEach((mailer, index) => {
    mailer.access?.forEach(({ campaign }, place) => {
      const found = findByReference<Named>(campaign, campaigns, existing.campaigns);
      if (found.length !== 1)
        at(['mailers', index, 'access', place, 'campaign'], trouble('campaign', campaign, found.length));
    });
  });
  state.links?.forEach((link, index) => {
    listAt(['links', index, 'list'], link.list);
  });
  return problems;
}

/** All things that a reference may mean: those that the file has under that name, else those that were there before, else the one of that id. */
export function findByReference<T extends Named>(reference: string, own: T[], existing: T[] = []): T[] {
  const isNamed = ({ name }: T) => name === reference;
  if (own.some(isNamed)) return own.filter(isNamed);
  if (existing.some(isNamed)) return existing.filter(isNamed);
  return [...own, ...existing].filter(({ id }) => id === reference).slice(0, 1);
}

function trouble(kind: string, reference: string, count: number): string {
  return count === 0
    ? `there is no ${kind} of the name ${JSON.stringify(reference)}`
    : `more than one ${kind} has the name ${JSON.stringify(reference)}; give its id`;
}

type Report = (path: (string | number)[], message: string) => void;

function checkNames(state: StateFile, at: Report): void {
  const check = (path: (string | number)[], things: Named[] | undefined) => {
    const seen = new Map<string, Named[]>();
    things?.forEach((thing, index) => {
      const same = seen.get(thing.name) ?? [];
      const distinct = same.every(({ id }) => thing.id !== undefined && id !== undefined && id !== thing.id);
      if (!distinct) at([...path, index, 'name'], `the name ${JSON.stringify(thing.name)} is given twice`);
      seen.set(thing.name, [...same, thing]);
    });
  };
  check(['accounts'], state.accounts);
  state.accounts?.forEach(({ keys, schema, brands, webhooks }, index) => {
    check(['accounts', index, 'keys'], keys);
    check(['accounts', index, 'schema'], schema);
    check(['accounts', index, 'brands'], brands);
    check(['accounts', index, 'webhooks'], webhooks);
  });
  check(['lists'], state.lists);
  check(['users'], state.users);
  state.users?.forEach(({ tokens }, index) => {
    check(['users', index, 'tokens'], tokens);
  });
  check(['campaigns'], state.campaigns);
  check(['mailers'], state.mailers);
  state.mailers?.forEach(({ tokens }, index) => {
    check(['mailers', index, 'tokens'], tokens);
  });
  check(['links'], state.links);
}
