const [TAB, LF, CR, BLANK, QUOTE, COMMA, SEMICOLON] = [9, 10, 13, 32, 34, 44, 59];
/** A longer field is neither an address nor a hash, and nobody looks for its end. */
const MOST_BYTES = 1_000;
/** A shorter one neither. It bounds the number of entries that a file of so many bytes can have. */
const LEAST_BYTES = 4;
/** Behind more blanks no field is looked for. Two runs of them and a field are within the beginning of a line that is always in one piece, see `stretches`. */
const MOST_BLANKS = 32_000;

/** The first field of a line of text or CSV: up to a comma, a semicolon or a tab, without the blanks and the quotes around it. */
export class LineField {
  start = 0;
  end = 0;

  find(bytes: Uint8Array, from: number, to: number): void {
    let start = afterBlanks(bytes, from, to);
    const quoted = bytes[start] === QUOTE;
    if (quoted) start = afterBlanks(bytes, start + 1, to);
    const stop = Math.min(to, start + MOST_BYTES + 1);
    let end = start;
    for (; end < stop; end++) {
      const byte = bytes[end]!;
      if (byte > SEMICOLON) continue;
      if (byte === LF || (quoted ? byte === QUOTE : byte === COMMA || byte === SEMICOLON || byte === TAB)) break;
    }
    while (end > start && (bytes[end - 1] === BLANK || bytes[end - 1] === CR || bytes[end - 1] === TAB)) end--;
    this.start = start;
    this.end = end;
  }

  /** Whether it may be an address, a number or a hash, as far as its length tells. */
  get mayBeEntry(): boolean {
    const length = this.end - this.start;
    return length >= LEAST_BYTES && length <= MOST_BYTES;
  }
}

function afterBlanks(bytes: Uint8Array, from: number, to: number): number {
  const stop = Math.min(to, from + MOST_BLANKS);
  let at = from;
  while (at < stop && (bytes[at] === BLANK || bytes[at] === TAB)) at++;
  return at;
}
