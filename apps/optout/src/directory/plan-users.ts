import { randomUUID } from 'node:crypto';
import type { Directory, TokenRecord, UserRecord } from './directory.js';
import type { ListReferences } from './list-references.js';
import { matchNamed } from './match-named.js';
import type { Problems } from './problems.js';
import type { TokenStateDto, UserStateDto } from './user-state.dto.js';

/** The users as they should be. Grants are replaced by those wanted; tokens that nobody spoke of stay unless pruned. */
export function planUsers(
  wanted: readonly UserStateDto[],
  current: Directory,
  references: ListReferences,
  prune: boolean,
  problems: Problems,
): { users: Map<string, UserRecord>; order: string[] } {
  const items = wanted.map((item) => ({ ...item, id: item.id?.toLowerCase() }));
  const matches = matchNamed(items, current.users, current.deletedUsers, '/users', problems);
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

/** A revoked token never works again: wanting it back makes another of its name. */
function planTokens(
  wanted: readonly TokenStateDto[],
  stored: readonly TokenRecord[],
  prune: boolean,
  at: string,
  problems: Problems,
): TokenRecord[] {
  const names = new Set<string>();
  const tokens = wanted.map(({ name, revoked = false }, index): TokenRecord => {
    if (names.has(name)) problems.add(`${at}/${index}/name`, `"${name}" is there more than once`);
    names.add(name);
    const known = stored.find((token) => token.name === name);
    return known && (revoked || !known.revoked) ? { ...known, revoked } : { name, revoked };
  });
  return prune ? tokens : [...tokens, ...stored.filter(({ name }) => !names.has(name))];
}
