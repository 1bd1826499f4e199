const INVALID = 0x80;
const HEX = new Uint8Array(256).fill(INVALID);
for (let digit = 0; digit < 16; digit++) {
  HEX[digit.toString(16).charCodeAt(0)] = digit;
  HEX[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** Writes hex digits, eight a word, to `words[at..at + count)`. @returns false if one of them is none; what was written then is of no meaning. */
export function hexInto(digits: Uint8Array, from: number, words: Uint32Array, at: number, count: number): boolean {
  let all = 0;
  for (let digit = from, word = at; word < at + count; word++) {
    let value = 0;
    for (let n = 0; n < 8; n++, digit++) {
      const nibble = HEX[digits[digit]!]!;
      all |= nibble;
      value = (value << 4) | nibble;
    }
    words[word] = value;
  }
  return (all & INVALID) === 0;
}
