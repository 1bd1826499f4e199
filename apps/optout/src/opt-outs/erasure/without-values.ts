/**
 * A page's plain values without those of erased persons. `plains` holds a length byte and the value for each key, so a value that is taken out leaves a zero.
 * @param erased sorted keys, of the page's length
 * @returns `plains` itself where nothing had to go
 */
export function withoutValues(keys: Buffer, plains: Buffer, keyBytes: number, erased: readonly Buffer[]): Buffer {
  let result = plains;
  for (let n = firstFrom(erased, keys); n < erased.length; n++) {
    const key = erased[n]!;
    if (keys.compare(key, 0, keyBytes, keys.length - keyBytes) < 0) break;
    result = withoutValue(keys, result, key);
  }
  return result;
}

function withoutValue(keys: Buffer, plains: Buffer, key: Buffer): Buffer {
  let plainAt = 0;
  for (let at = 0; at < keys.length; at += key.length) {
    const length = plains[plainAt]!;
    if (keys.compare(key, 0, key.length, at, at + key.length) === 0) {
      if (length === 0) return plains;
      return Buffer.concat([plains.subarray(0, plainAt), Buffer.of(0), plains.subarray(plainAt + 1 + length)]);
    }
    plainAt += length + 1;
  }
  return plains;
}

/** Index of the first of the sorted keys that isn't less than the page's first. */
function firstFrom(sorted: readonly Buffer[], keys: Buffer): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const key = sorted[middle]!;
    if (keys.compare(key, 0, key.length, 0, key.length) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
