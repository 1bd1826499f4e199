import type { Records } from './records.js';

/** Of sorted records with one key keeps one, with the plain value if any of them has it. */
export function dropRepeats(records: Records): void {
  const { words, width, keyWords, keepsPlain, count } = records;
  if (count === 0) return;
  let last = 0;
  const end = count * width;
  for (let at = width; at < end; at += width) {
    if (sameKey(words, at, last, keyWords)) {
      if (keepsPlain && words[last + keyWords] === 0) words[last + keyWords] = words[at + keyWords]!;
      continue;
    }
    last += width;
    if (last !== at) for (let word = 0; word < width; word++) words[last + word] = words[at + word]!;
  }
  records.count = last / width + 1;
}

function sameKey(words: Uint32Array, one: number, other: number, keyWords: number): boolean {
  for (let word = 0; word < keyWords; word++) if (words[one + word] !== words[other + word]) return false;
  return true;
}
