import type { Channel, ListRecord, Storage } from './directory.js';

/** Why a list can't be made of its parts. */
export type PartsFault = 'cycle' | 'channel' | 'hash';

/**
 * Sets channel and storage of every grouped and linked list from what it is made of, and says which can't be made: those that contain themselves, or mix channels or kinds of hash.
 * Plain and MD5 lists share their keys, so a group may have both; it is then known as MD5, because not every opt-out of it has a plain value. An empty group keeps what it was.
 */
export function deriveParts(lists: ReadonlyMap<string, ListRecord>): Map<string, PartsFault> {
  const faults = new Map<string, PartsFault>();
  const state = new Map<string, 'open' | 'done'>();

  const visit = (list: ListRecord): void => {
    if (state.get(list.id) === 'done' || list.kind === 'standard') return;
    if (state.get(list.id) === 'open') {
      faults.set(list.id, 'cycle');
      return;
    }
    state.set(list.id, 'open');
    const parts = list.parts.flatMap((id) => lists.get(id) ?? []);
    for (const part of parts) visit(part);
    state.set(list.id, 'done');
    const first = parts[0];
    if (!first || faults.has(list.id)) return;
    if (parts.some(({ channel }) => channel !== first.channel)) faults.set(list.id, 'channel');
    else if (parts.some(({ storage }) => hashOf(storage) !== hashOf(first.storage))) faults.set(list.id, 'hash');
    list.channel = first.channel satisfies Channel;
    list.storage = parts.every(({ storage }) => storage === first.storage) ? first.storage : 'md5';
  };
  for (const list of lists.values()) visit(list);
  return faults;
}

function hashOf(storage: Storage): 'md5' | 'sha512' {
  return storage === 'sha512' ? 'sha512' : 'md5';
}
