import type { TokenRecord } from '#state';
import type { Directory, ListRecord, UserRecord } from './directory.js';

export type Action = 'created' | 'changed' | 'unchanged' | 'deleted';

export interface TokenChange {
  action: Action;
  name: string;
  /** The token to be; absent when deleted. */
  token?: TokenRecord;
  /** The token of this name until now. */
  before?: TokenRecord;
}

export interface UserChange {
  action: Action;
  user: UserRecord;
  tokens: TokenChange[];
}

export interface ListChange {
  action: Action;
  list: ListRecord;
  /** Whether others have to hear of it; also so where a list became the global one or ceased to be. */
  announce: boolean;
}

export interface DirectoryChange {
  lists: ListChange[];
  global: Action;
  users: UserChange[];
}

/** What turns one directory into the other: every thing of either, with what becomes of it. */
export function compareDirectories(before: Directory, after: Directory): DirectoryChange {
  const becameOrCeased = new Set(
    before.global.listId === after.global.listId ? [] : [before.global.listId, after.global.listId],
  );
  return {
    lists: compare(before.lists, after.lists, (a, b) => same(canonical(a), canonical(b))).map(({ action, thing }) => ({
      action,
      list: thing,
      announce: action !== 'unchanged' || becameOrCeased.has(thing.id),
    })),
    global: same(before.global, after.global) ? 'unchanged' : 'changed',
    users: compareUsers(before, after),
  };
}

function compareUsers(before: Directory, after: Directory): UserChange[] {
  return compare(before.users, after.users, () => true).map(({ action, thing: user }) => {
    const stored = before.users.get(user.id);
    const tokens = compareTokens(stored?.tokens ?? [], action === 'deleted' ? [] : user.tokens);
    const changed =
      stored !== undefined &&
      (stored.name !== user.name ||
        !same(stored.grants, user.grants) ||
        tokens.some((one) => one.action !== 'unchanged'));
    return { action: action === 'unchanged' && changed ? 'changed' : action, user, tokens };
  });
}

function compareTokens(before: readonly TokenRecord[], after: readonly TokenRecord[]): TokenChange[] {
  const kept = after.map((token): TokenChange => {
    const stored = before.find(({ name }) => name === token.name);
    if (!stored) return { action: 'created', name: token.name, token };
    const unchanged = stored.id === token.id && stored.revoked === token.revoked;
    return { action: unchanged ? 'unchanged' : 'changed', name: token.name, token, before: stored };
  });
  const gone = before.filter(({ name }) => !after.some((token) => token.name === name));
  return [...kept, ...gone.map((token): TokenChange => ({ action: 'deleted', name: token.name, before: token }))];
}

function compare<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  equal: (a: T, b: T) => boolean,
): { action: Action; thing: T }[] {
  const kept = [...after].map(([id, thing]) => {
    const stored = before.get(id);
    const action: Action = stored === undefined ? 'created' : equal(stored, thing) ? 'unchanged' : 'changed';
    return { action, thing };
  });
  const gone = [...before].filter(([id]) => !after.has(id));
  return [...kept, ...gone.map(([, thing]) => ({ action: 'deleted' as const, thing }))];
}

/** Fields in one order, whoever made the record. */
function canonical({ name, kind, channel, storage, region, enabled, parts, suppressedDomains }: ListRecord): unknown[] {
  return [name, kind, channel, storage, region ?? null, enabled, parts, suppressedDomains];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
