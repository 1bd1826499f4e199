import type { CloudEvent } from '#contracts';

/** Of the states of each thing the newest, whatever the order in which they came. */
export function newestOf<T extends { version: number }>(events: CloudEvent<T>[], idOf: (state: T) => string): T[] {
  const newest = new Map<string, T>();
  for (const { data } of events) {
    const known = newest.get(idOf(data));
    if (!known || known.version < data.version) newest.set(idOf(data), data);
  }
  return [...newest.values()];
}
