import type { Problems } from './problems.js';

export interface TokenRecord {
  /** Public part of the credential; absent until the token is made. */
  id?: string;
  name: string;
  revoked: boolean;
}

/**
 * The tokens as they should be; those that nobody spoke of stay unless pruned. A revoked token never works again: wanting it back makes another of its name.
 * @param at JSON Pointer of the list of wanted tokens
 */
export function planTokens(
  wanted: readonly { name: string; revoked?: boolean }[],
  stored: readonly TokenRecord[],
  prune: boolean,
  at: string,
  problems: Problems,
): TokenRecord[] {
  const names = new Set<string>();
  const tokens = wanted.map(({ name, revoked = false }, index): TokenRecord => {
    if (names.has(name)) problems.add(`${at}/${index}/name`, 'is there more than once');
    names.add(name);
    const known = stored.find((token) => token.name === name);
    return known && (revoked || !known.revoked) ? { ...known, revoked } : { name, revoked };
  });
  return prune ? tokens : [...tokens, ...stored.filter(({ name }) => !names.has(name))];
}
