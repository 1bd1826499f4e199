import type { Records } from './records.js';

/**
 * Adds the opt-outs of a page to the records, those with `low <= key < high` alone (each bound may be left out).
 * @throws RangeError if they don't fit.
 */
export function fillRecords(
  records: Records,
  keys: Buffer,
  plains: Buffer | null,
  low: Buffer | null,
  high: Buffer | null,
): void {
  const { keyBytes, keyWords, width, keepsPlain } = records;
  const size = keys.length / keyBytes;
  let from = 0;
  let to = size;
  if (low && keys.compare(low, 0, low.length, 0, keyBytes) < 0) from = lowerBound(keys, keyBytes, low);
  if (high && keys.compare(high, 0, high.length, keys.length - keyBytes) >= 0) to = lowerBound(keys, keyBytes, high);
  if (to <= from) return;
  if (records.count + to - from > records.capacity) throw new RangeError('more records than their memory holds');

  let place = 0;
  if (keepsPlain && plains) {
    const start = offsetOf(plains, from);
    const end = offsetOf(plains, to, from, start);
    if (records.arenaEnd + end - start > records.arenaLimit)
      throw new RangeError('more values than their memory holds');
    plains.copy(records.arena, records.arenaEnd, start, end);
    place = records.arenaEnd;
    records.arenaEnd += end - start;
  }
  const { words, arena } = records;
  let at = records.count * width;
  for (let key = from * keyBytes; key < to * keyBytes; ) {
    for (let word = 0; word < keyWords; word++, key += 4) {
      words[at++] = (keys[key]! << 24) | (keys[key + 1]! << 16) | (keys[key + 2]! << 8) | keys[key + 3]!;
    }
    if (keepsPlain) {
      const length = place === 0 ? 0 : arena[place]!;
      words[at++] = length === 0 ? 0 : place;
      if (place !== 0) place += length + 1;
    }
  }
  records.count += to - from;
}

/** Index of the first key that isn't less than `bound`. */
export function lowerBound(keys: Buffer, keyBytes: number, bound: Buffer): number {
  let low = 0;
  let high = keys.length / keyBytes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * keyBytes;
    if (keys.compare(bound, 0, bound.length, at, at + keyBytes) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function offsetOf(plains: Buffer, index: number, known = 0, offset = 0): number {
  let at = offset;
  for (let n = known; n < index; n++) at += plains[at]! + 1;
  return at;
}
