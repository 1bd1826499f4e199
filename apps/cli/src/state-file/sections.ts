/** A state file as its four services take it: each its own things; lists go to mailer and collect by id, because they know them by nothing else. */
import { findByReference } from './references.js';
import type { ListEntry, StateFile } from './state-file.shape.js';

/** What the file says to each service; a service that it says nothing to is left out. */
export interface Sections {
  deploy?: object;
  optout?: object;
  mailer?: object;
  collect?: object;
}

/**
 * @param existing the lists that the installation had before
 * @param written the file's lists as they were written, with ids; none while they are still to be
 */
export function sectionsOf(state: StateFile, existing: ListEntry[], written: ListEntry[] = []): Sections {
  const { lists = [], mailers } = state;
  const byId = <T extends { list: string }>({ list, ...rest }: T) => ({
    ...rest,
    optoutListId: findByReference(list, written, existing)[0]?.id,
  });
  return {
    deploy: filled({ accounts: state.accounts }),
    optout: filled(optoutSection(state, (reference) => unambiguous(reference, lists, existing))),
    mailer: filled({ campaigns: state.campaigns?.map(byId), mailers }),
    collect: filled({ links: state.links?.map(byId) }),
  };
}

function optoutSection({ lists, globalList, users }: StateFile, refer: (reference: string) => string) {
  return {
    lists: lists?.map((list) => ({
      ...list,
      ...(list.members && { members: list.members.map(refer) }),
      ...(list.source && { source: refer(list.source) }),
    })),
    globalList: globalList && { ...globalList, ...(globalList.list && { list: refer(globalList.list) }) },
    users: users?.map((user) => ({ ...user, ...(user.lists && { lists: user.lists.map(refer) }) })),
  };
}

/** The file means its own list, also where the installation has another one of the same name: then only the id says so. */
function unambiguous(reference: string, own: ListEntry[], existing: ListEntry[]): string {
  const [meant] = findByReference(reference, own, existing);
  const isOnly = existing.every(({ name, id }) => name !== reference || id === meant?.id);
  return isOnly ? reference : (meant?.id ?? reference);
}

/** Without members that are undefined; nothing at all when there is no other. */
function filled<T extends object>(section: T): T | undefined {
  const entries = Object.entries(section).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}
