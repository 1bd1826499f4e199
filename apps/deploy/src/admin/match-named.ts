import type { FieldError } from '#http';

interface Wanted {
  id?: string;
  name: string;
}

export interface Matched<T> {
  /** What each wanted thing is now; undefined for those that are to be made. */
  found: (T | undefined)[];
  /** What no wanted thing is. */
  others: T[];
  faults: FieldError[];
}

/**
 * Which thing each wanted one is: the one with its id, else the one of its name that no wanted id has claimed. A name may repeat among things with ids,
 * not among those without: nobody could say which is which.
 */
export function matchNamed<T extends { id: string; name: string }>(
  wanted: readonly Wanted[],
  present: readonly T[],
  at: string,
): Matched<T> {
  const faults: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { id, name }] of wanted.entries()) {
    const mark = id === undefined ? `name ${name}` : `id ${id.toLowerCase()}`;
    if (seen.has(mark))
      faults.push({ pointer: `${at}/${index}/${mark.split(' ')[0]}`, detail: 'is there more than once' });
    seen.add(mark);
  }
  const byId = new Map(present.map((thing) => [thing.id, thing]));
  const claimed = new Set(wanted.flatMap(({ id }) => (id === undefined ? [] : [id.toLowerCase()])));
  const byName = Map.groupBy(
    present.filter(({ id }) => !claimed.has(id)),
    ({ name }) => name,
  );
  const found = wanted.map(({ id, name }, index) => {
    if (id !== undefined) return byId.get(id.toLowerCase());
    const called = byName.get(name) ?? [];
    if (called.length > 1)
      faults.push({
        pointer: `${at}/${index}/name`,
        detail: 'is the name of more than one: give the id of the one that is meant',
      });
    return called[0];
  });
  const matched = new Set(found);
  return { found, others: present.filter((thing) => !matched.has(thing)), faults };
}
