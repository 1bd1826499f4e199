import { randomUUID } from 'node:crypto';
import { matchNamed, type Problems, planTokens } from '#state';
import type { Directory, UserRecord } from './directory.js';
import type { ListReferences } from './list-references.js';
import type { UserStateDto } from './user-state.dto.js';

/** The users as they should be. Grants are replaced by those wanted; tokens that nobody spoke of stay unless pruned. */
export function planUsers(
  wanted: readonly UserStateDto[],
  current: Directory,
  references: ListReferences,
  prune: boolean,
  problems: Problems,
): { users: Map<string, UserRecord>; order: string[] } {
  const items = wanted.map((item) => ({ ...item, id: item.id?.toLowerCase() }));
  const matches = matchNamed(items, current.users, '/users', problems, { deleted: current.deletedUsers });
  const records = items.map((item, index): UserRecord => {
    const stored = matches[index];
    const at = `/users/${index}`;
    return {
      id: stored?.id ?? item.id ?? randomUUID(),
      name: item.name,
      tokens: planTokens(item.tokens ?? [], stored?.tokens ?? [], prune, `${at}/tokens`, problems),
      grants: references.resolveAll(item.lists ?? [], `${at}/lists`).sort(),
    };
  });
  const users = new Map(records.map((record) => [record.id, record]));
  if (!prune) for (const [id, user] of current.users) if (!users.has(id)) users.set(id, { ...user });
  return { users, order: records.map(({ id }) => id) };
}
