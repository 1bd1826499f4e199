import type { Problems } from './problems.js';

/**
 * Which stored thing each wanted one is: the one with its `id`, else the one of its name that no wanted id has claimed. `undefined` stands for one that is to be made. A name may repeat among
 * things with ids, not among those without: nobody could say which is which at the next apply.
 */
export function matchNamed<T extends { id: string; name: string }>(
  wanted: readonly { id?: string; name: string }[],
  stored: ReadonlyMap<string, T>,
  at: string,
  problems: Problems,
): (T | undefined)[] {
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [index, { id, name }] of wanted.entries()) {
    const [seen, mark, field] = id === undefined ? [names, name, 'name'] : [ids, id, 'id'];
    if (seen.has(mark)) problems.add(`${at}/${index}/${field}`, `"${mark}" is there more than once`);
    seen.add(mark);
  }
  const unclaimed = [...stored.values()].filter(({ id }) => !ids.has(id));
  return wanted.map(({ id, name }, index) => {
    if (id !== undefined) return stored.get(id);
    const found = unclaimed.filter((one) => one.name === name);
    if (found.length > 1)
      problems.add(`${at}/${index}/name`, `more than one is called "${name}": give the id of the one that is meant`);
    return found[0];
  });
}
