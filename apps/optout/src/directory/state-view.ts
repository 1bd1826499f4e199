import { Problems } from '#state';
import type { Directory, DirectoryVersions, ListRecord, UserRecord } from './directory.js';
import { ListReferences } from './list-references.js';

/** What only the answer to a change says besides the state: versions to wait for, token ids, and secrets made just now. */
export interface Made {
  versions: DirectoryVersions;
  /** By user id and token name. */
  secrets: Map<string, Map<string, string>>;
}

/** The directory as a state file has it: applied elsewhere it gives the same lists with the same ids. */
export function stateView(directory: Directory, lists: ListRecord[], users: UserRecord[], made?: Made) {
  const references = new ListReferences(directory.lists, new Problems());
  const { listId, suppressedDomains } = directory.global;
  return {
    lists: lists.map((list) => listView(list, references, made)),
    globalList: {
      ...(listId !== undefined && { list: references.nameOf(listId) }),
      ...(suppressedDomains.length && { suppressedDomains }),
    },
    users: users.map((user) => userView(user, references, made)),
  };
}

function listView(list: ListRecord, references: ListReferences, made?: Made) {
  const { id, name, kind, channel, storage, region, enabled, suppressedDomains } = list;
  const parts = list.parts.map((part) => references.nameOf(part));
  return {
    name,
    id,
    ...(made && { version: made.versions.lists[id] }),
    kind,
    ...(kind === 'standard' && { channel, storage, ...(region !== undefined && { region }) }),
    ...(kind === 'grouped' && { members: parts }),
    ...(kind === 'linked' && { source: parts[0] }),
    enabled,
    ...(suppressedDomains.length && { suppressedDomains }),
  };
}

function userView(user: UserRecord, references: ListReferences, made?: Made) {
  const tokens = user.tokens.map(({ id, name, revoked }) => {
    const token = made?.secrets.get(user.id)?.get(name);
    return { name, ...(made && id && { id }), revoked, ...(token !== undefined && { token }) };
  });
  return {
    name: user.name,
    id: user.id,
    ...(made && { version: made.versions.users[user.id] }),
    tokens,
    lists: user.grants.map((grant) => references.nameOf(grant)),
  };
}
