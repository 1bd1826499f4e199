import type { Records } from './records.js';

/**
 * Goes through sorted records and, beside them, through keys that come page by page in order, and marks the records whose key the other side has too.
 * One of these serves one pass; the marks of several passes are gathered in one array.
 */
export class MarkKnown {
  private at = 0;

  constructor(
    private readonly records: Records,
    private readonly marks: Uint8Array,
  ) {}

  page(keys: Buffer): void {
    const { words, width, keyWords, keyBytes, count } = this.records;
    const end = count * width;
    let at = this.at;
    let key = 0;
    while (key < keys.length && at < end) {
      const theirs = wordAt(keys, key);
      const ours = words[at]!;
      if (ours < theirs) {
        at += width;
        continue;
      }
      if (ours > theirs) {
        key += keyBytes;
        continue;
      }
      const order = compareRest(words, at, keys, key, keyWords);
      if (order === 0) this.marks[at / width] = 1;
      if (order <= 0) at += width;
      else key += keyBytes;
    }
    this.at = at;
  }
}

function compareRest(words: Uint32Array, at: number, keys: Buffer, key: number, keyWords: number): number {
  for (let word = 1; word < keyWords; word++) {
    const ours = words[at + word]!;
    const theirs = wordAt(keys, key + word * 4);
    if (ours !== theirs) return ours < theirs ? -1 : 1;
  }
  return 0;
}

function wordAt(keys: Buffer, at: number): number {
  return ((keys[at]! << 24) | (keys[at + 1]! << 16) | (keys[at + 2]! << 8) | keys[at + 3]!) >>> 0;
}
