import { fillRecords, type KeySpan, type Records, sortRecords } from '../../opt-outs/index.js';

/** Pages of scratch that a slice has, about: what fits into a worker's memory whatever the pages hold. */
export const PAGES_A_SLICE = 2_000;

/**
 * Cuts the key space so that every slice has about as many pages, by the first keys of all pages. It is done when all ranges are read, so a file that was crafted to have all of its
 * keys in one place is cut there.
 * @param firsts first keys of pages, one after the other, of each range
 * @param pages how many there are of all
 */
export async function cutSlices(
  firsts: AsyncIterable<Buffer>,
  pages: number,
  records: Records,
  pagesASlice: number,
): Promise<KeySpan[]> {
  if (pages === 0) return [];
  const slices = Math.ceil(pages / pagesASlice);
  const lows: Buffer[] = [Buffer.alloc(0)];
  records.clear();
  // Of more pages than fit, every n-th says as much.
  const every = Math.ceil(pages / records.capacity);
  for await (const some of firsts) fillRecords(records, sample(some, records.keyBytes, every), null, null, null);
  sortRecords(records);
  for (let slice = 1; slice < slices; slice++) {
    const low = keyAt(records, Math.floor((records.count * slice) / slices));
    if (low.compare(lows.at(-1)!) > 0) lows.push(low);
  }
  records.clear();
  return lows.map((low, slice) => ({ low, high: lows[slice + 1] ?? null }));
}

function sample(keys: Buffer, keyBytes: number, every: number): Buffer {
  if (every === 1) return keys;
  const some: Buffer[] = [];
  for (let at = 0; at < keys.length; at += keyBytes * every) some.push(keys.subarray(at, at + keyBytes));
  return Buffer.concat(some);
}

function keyAt({ words, width, keyWords }: Records, index: number): Buffer {
  const key = Buffer.alloc(keyWords * 4);
  for (let word = 0; word < keyWords; word++) key.writeUInt32BE(words[index * width + word]!, word * 4);
  return key;
}
