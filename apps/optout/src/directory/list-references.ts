import type { Problems } from '#state';
import type { ListRecord } from './directory.js';

/** Reads references to lists: a name, or where a name is used twice, an id. */
export class ListReferences {
  private readonly byName: Map<string, ListRecord[]>;

  constructor(
    private readonly lists: ReadonlyMap<string, ListRecord>,
    private readonly problems: Problems,
  ) {
    this.byName = Map.groupBy(lists.values(), ({ name }) => name);
  }

  /** The list's id; a problem and `undefined` where there is no such list, or more than one. */
  resolve(reference: string, pointer: string): string | undefined {
    const named = this.byName.get(reference) ?? [];
    if (named.length === 1) return named[0]?.id;
    if (this.lists.has(reference)) return reference;
    this.problems.add(
      pointer,
      named.length === 0
        ? `there is no list "${reference}"`
        : `more than one list is called "${reference}": give the id of the one that is meant`,
    );
    return undefined;
  }

  /** As {@link resolve}, for each; one that is there twice is a problem. */
  resolveAll(references: readonly string[], pointer: string): string[] {
    const ids = new Set<string>();
    for (const [index, reference] of references.entries()) {
      const id = this.resolve(reference, `${pointer}/${index}`);
      if (id !== undefined && ids.has(id))
        this.problems.add(`${pointer}/${index}`, `"${reference}" is there more than once`);
      if (id !== undefined) ids.add(id);
    }
    return [...ids];
  }

  /** What a state file calls this list: its name, or its id where the name alone says too little. */
  nameOf(id: string): string {
    const name = this.lists.get(id)?.name ?? id;
    return this.byName.get(name)?.length === 1 ? name : id;
  }
}
