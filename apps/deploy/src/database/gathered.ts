/** Batches in flight at a time: one is being answered while the next one is on its way. */
const IN_FLIGHT = 2;
const MOST_KEYS = 200;

interface Waiting<K, V> {
  key: K;
  resolve: (value: V) => void;
  reject: (error: unknown) => void;
}

/**
 * Look-ups that come in together are answered by one query. Alone, a look-up starts at once; under load each batch holds what came in while others were on their way.
 * A look-up never joins a query that has been sent, so it sees everything that was committed before it was asked for.
 * @param load answers the keys in their order
 */
export function gathered<K, V>(load: (keys: K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  const waiting: Waiting<K, V>[] = [];
  let inFlight = 0;

  async function send(batch: Waiting<K, V>[]): Promise<void> {
    inFlight++;
    try {
      const values = await load(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight--;
      sendNext();
    }
  }

  function sendNext(): void {
    if (waiting.length > 0 && inFlight < IN_FLIGHT) void send(waiting.splice(0, MOST_KEYS));
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // After this turn of the event loop, in which more requests may have been read.
      if (waiting.length === 1) setImmediate(sendNext);
    });
}

/** The same for look-ups, or writes, that can only go together within a group. A group that has to wait holds up no other. */
export function gatheredBy<K, V>(
  groupOf: (key: K) => string,
  load: (keys: K[]) => Promise<readonly V[]>,
): (key: K) => Promise<V> {
  // Kept for good: one is a few hundred bytes.
  const groups = new Map<string, (key: K) => Promise<V>>();
  return (key) => {
    const group = groupOf(key);
    const send = groups.get(group) ?? gathered(load);
    groups.set(group, send);
    return send(key);
  };
}
