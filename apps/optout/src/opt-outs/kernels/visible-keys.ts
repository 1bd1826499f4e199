import type { KeyBytes } from '../opt-out.types.js';
import type { FoldSource } from './merge-pages.js';
import { LAST, ORDINAL, originAt } from './origins.js';

/** Of the keys of a fold's page those that a visible member has. */
export function visibleKeys(keys: Buffer, origins: Buffer, { members }: FoldSource, keyBytes: KeyBytes): Buffer {
  const visible: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < keys.length; at += keyBytes) {
    let known = false;
    for (let origin = 0; (origin & LAST) === 0; from += 2) {
      origin = originAt(origins, from);
      known ||= members[origin & ORDINAL] !== undefined;
    }
    if (known) visible.push(keys.subarray(at, at + keyBytes));
  }
  return visible.length * keyBytes === keys.length ? keys : Buffer.concat(visible);
}
