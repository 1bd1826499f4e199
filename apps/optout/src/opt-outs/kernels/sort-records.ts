import type { Records } from './records.js';

/**
 * Radix sort from the most significant bits: two passes and an insertion sort on hashes, which are spread evenly. Digits that all keys share cost a count and no move, and a bucket that stays
 * large is taken apart by the next digit, so the worst keys a file can be crafted of take one pass a digit, never quadratic time.
 */
export function sortRecords(records: Records): void {
  const { words, spare, width, keyWords, count } = records;
  if (count < 2) return;
  const digits = new Digits(keyWords, count);
  const swapped = sortRange(words, spare, 0, count, width, keyWords, digits, 0);
  if (swapped) {
    records.words = spare;
    records.spare = words;
  }
}

/** Up to here an insertion sort is quicker than another pass. */
const SMALL = 24;

/** Which bits each pass looks at; no digit crosses a word. */
class Digits {
  readonly word: number[] = [];
  readonly shift: number[] = [];
  readonly mask: number[] = [];
  readonly counts: Uint32Array[] = [];

  constructor(keyWords: number, count: number) {
    const firstBits = count > 100_000 ? 11 : 8;
    for (let word = 0; word < keyWords; word++) {
      let left = 32;
      while (left > 0) {
        const bits = Math.min(left, word === 0 && left === 32 ? firstBits : 8);
        left -= bits;
        this.word.push(word);
        this.shift.push(left);
        this.mask.push((1 << bits) - 1);
      }
    }
  }

  /** One array of counts a depth: a pass still needs its own while the buckets below it are sorted. */
  countsAt(depth: number): Uint32Array {
    const counts = this.counts[depth] ?? new Uint32Array(this.mask[depth]! + 2);
    this.counts[depth] = counts;
    return counts.fill(0);
  }
}

/** Sorts records `low` to `high` of `from`. @returns true if the result is in `to`, false if it is in `from`. */
function sortRange(
  from: Uint32Array,
  to: Uint32Array,
  low: number,
  high: number,
  width: number,
  keyWords: number,
  digits: Digits,
  depth: number,
): boolean {
  const size = high - low;
  if (size <= SMALL) {
    insertionSort(from, low, high, width, keyWords);
    return false;
  }
  if (depth === digits.word.length) return false;
  const word = digits.word[depth]!;
  const shift = digits.shift[depth]!;
  const mask = digits.mask[depth]!;
  const starts = digits.countsAt(depth);

  const end = high * width;
  for (let at = low * width + word; at < end; at += width) starts[((from[at]! >>> shift) & mask) + 1]!++;
  let largest = 0;
  for (let digit = 1; digit <= mask + 1; digit++) {
    const inBucket = starts[digit]!;
    if (inBucket > largest) largest = inBucket;
    starts[digit] = starts[digit - 1]! + inBucket;
  }
  if (largest === size) return sortRange(from, to, low, high, width, keyWords, digits, depth + 1);

  scatter(from, to, low, high, width, word, shift, mask, starts);
  // Now starts[d] is the end of bucket d.
  if (largest <= SMALL) {
    insertionSort(to, low, high, width, keyWords);
    return true;
  }
  let start = low;
  for (let digit = 0; digit <= mask; digit++) {
    const stop = low + starts[digit]!;
    if (stop - start > 1 && sortRange(to, from, start, stop, width, keyWords, digits, depth + 1)) {
      to.set(from.subarray(start * width, stop * width), start * width);
    }
    start = stop;
  }
  return true;
}

function scatter(
  from: Uint32Array,
  to: Uint32Array,
  low: number,
  high: number,
  width: number,
  word: number,
  shift: number,
  mask: number,
  starts: Uint32Array,
): void {
  const end = high * width;
  for (let at = low * width; at < end; at += width) {
    const digit = (from[at + word]! >>> shift) & mask;
    const target = (low + starts[digit]!++) * width;
    to[target] = from[at]!;
    to[target + 1] = from[at + 1]!;
    to[target + 2] = from[at + 2]!;
    to[target + 3] = from[at + 3]!;
    for (let word = 4; word < width; word++) to[target + word] = from[at + word]!;
  }
}

function insertionSort(words: Uint32Array, low: number, high: number, width: number, keyWords: number): void {
  const begin = low * width;
  const end = high * width;
  for (let at = begin + width; at < end; at += width) {
    let place = at;
    while (place > begin && isBefore(words, at, place - width, keyWords)) place -= width;
    if (place !== at) move(words, at, place, width);
  }
}

function isBefore(words: Uint32Array, one: number, other: number, keyWords: number): boolean {
  const a = words[one]!;
  const b = words[other]!;
  if (a !== b) return a < b;
  for (let word = 1; word < keyWords; word++) {
    const c = words[one + word]!;
    const d = words[other + word]!;
    if (c !== d) return c < d;
  }
  return false;
}

/** Takes the record at `from` out, shifts those between up by one, puts it at `to`; word by word, since they are few and a call costs more. */
function move(words: Uint32Array, from: number, to: number, width: number): void {
  for (let word = 0; word < width; word++) {
    const kept = words[from + word]!;
    for (let at = from + word; at > to + word; at -= width) words[at] = words[at - width]!;
    words[to + word] = kept;
  }
}
