/** What doors hold when there is nothing to do: before the harm, and after it. */
import { doors } from '../../tools/system/doors.ts';
import { pidOf } from './harm/processes.ts';
import type { Violation } from './history.ts';
import { type Holdings, lookInside } from './inside/inside.ts';
import type { Stage } from './stage.ts';

/** What full pools, kept connections, caches and compiled code may add to a process that has just started. */
const MORE_BYTES = 64 * 1_048_576;
/** A worker of imports keeps what it sorts in. */
const MORE_BUFFERS = 128 * 1_048_576;
const MORE_HANDLES = 40;

export async function holdings({ dir, inside }: Stage): Promise<Map<string, Holdings>> {
  const found = new Map<string, Holdings>();
  for (const { name } of doors) {
    const pid = pidOf(dir, name);
    const held = pid === undefined ? undefined : await lookInside(inside, name, pid);
    if (held) found.set(name, held);
  }
  return found;
}

export function compareHoldings(before: Map<string, Holdings>, after: Map<string, Holdings>): Violation[] {
  return doors.flatMap(({ name }) => {
    const [then, now] = [before.get(name), after.get(name)];
    if (!then || !now) return [{ promise: 'a door tells what it holds', about: name, found: 'no answer' }];
    const grown = [
      now.heapUsed - then.heapUsed > MORE_BYTES &&
        `heap of ${megabytes(now.heapUsed)}, ${megabytes(then.heapUsed)} before`,
      now.external - then.external > MORE_BUFFERS &&
        `buffers of ${megabytes(now.external)}, ${megabytes(then.external)} before`,
      now.descriptors - then.descriptors > MORE_HANDLES &&
        `${now.descriptors} file descriptors, ${then.descriptors} before`,
      handlesOf(now) - handlesOf(then) > MORE_HANDLES &&
        `${JSON.stringify(now.handles)} handles, ${JSON.stringify(then.handles)} before`,
    ];
    return grown
      .filter((what) => what !== false)
      .map((found) => ({ promise: 'memory and handles are back to where they were', about: name, found }));
  });
}

const handlesOf = ({ handles }: Holdings) => Object.values(handles).reduce((sum, count) => sum + count, 0);
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`;
