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

/** @param lists all lists that a reference may mean, with their ids */
export function sectionsOf(state: StateFile, lists: ListEntry[]): Sections {
  const { globalList, users, mailers } = state;
  const accounts = state.accounts?.map(({ webhooks: _notYet, ...account }) => account);
  const byId = <T extends { list: string }>({ list, ...rest }: T) => ({
    ...rest,
    optoutListId: findByReference(lists, list)[0]?.id,
  });
  return {
    deploy: filled({ accounts }),
    optout: filled({ lists: state.lists, globalList, users }),
    mailer: filled({ campaigns: state.campaigns?.map(byId), mailers }),
    collect: filled({ links: state.links?.map(byId) }),
  };
}

/** Without members that are undefined; nothing at all when there is no other. */
function filled<T extends object>(section: T): T | undefined {
  const entries = Object.entries(section).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}
