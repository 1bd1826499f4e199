import type { Directory } from './directory.js';

/** The directory without one list: no longer a member, granted or global anywhere. A list that still follows it is the caller's to refuse. */
export function withoutList(directory: Directory, listId: string): Directory {
  const others = (ids: string[]) => ids.filter((id) => id !== listId);
  const lists = new Map(
    [...directory.lists]
      .filter(([id]) => id !== listId)
      .map(([id, list]) => [id, { ...list, parts: others(list.parts) }]),
  );
  const users = new Map([...directory.users].map(([id, user]) => [id, { ...user, grants: others(user.grants) }]));
  const { listId: globalId, suppressedDomains } = directory.global;
  const global = { ...(globalId !== undefined && globalId !== listId && { listId: globalId }), suppressedDomains };
  return { ...directory, lists, users, global };
}
