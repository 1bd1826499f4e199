import type { Problems } from './problems.js';

interface Named {
  id?: string;
  name: string;
}

interface Options<T> {
  /** Found by its id alone. */
  deleted?: ReadonlyMap<string, T>;
  /** What the state file calls the id. */
  idField?: string;
}

/**
 * Which stored thing each wanted one is: the one with its id, else the one live thing of its name that no wanted id has claimed. `undefined` stands for one that is to be made.
 * A name may repeat among things with ids, not among those without: nobody could say which is which at the next apply.
 * @param at JSON Pointer of the list of wanted things
 */
export function matchNamed<T extends { id: string; name: string }>(
  wanted: readonly Named[],
  live: ReadonlyMap<string, T>,
  at: string,
  problems: Problems,
  { deleted, idField = 'id' }: Options<T> = {},
): (T | undefined)[] {
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [index, { id, name }] of wanted.entries()) {
    const [seen, mark, field] = id === undefined ? [names, name, 'name'] : [ids, id, idField];
    if (seen.has(mark)) problems.add(`${at}/${index}/${field}`, 'is there more than once');
    seen.add(mark);
  }
  const unclaimed = Map.groupBy(
    [...live.values()].filter(({ id }) => !ids.has(id)),
    ({ name }) => name,
  );
  return wanted.map(({ id, name }, index) => {
    if (id !== undefined) return live.get(id) ?? deleted?.get(id);
    const found = unclaimed.get(name) ?? [];
    if (found.length > 1)
      problems.add(`${at}/${index}/name`, `is the name of more than one: give the ${idField} of the one that is meant`);
    return found[0];
  });
}
