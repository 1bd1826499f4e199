/**
 * CRC-32 of lines of hex digits, from the bytes that they stand for: the lines themselves are never made. CRC is linear, so a line's is the sum (xor) of what each byte adds at its place, and the sum so far
 * moves on by a whole line in four look-ups.
 */

const POLYNOMIAL = 0xedb88320;
const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const LF = 10;

const steps = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});

const step = (crc: number, byte: number) => (steps[(crc ^ byte) & 0xff]! ^ (crc >>> 8)) >>> 0;

function skip(crc: number, zeroBytes: number): number {
  let moved = crc;
  for (let i = 0; i < zeroBytes; i++) moved = step(moved, 0);
  return moved;
}

/** Look-up tables for lines of one length. */
export interface HexLineCrc {
  /** What byte `b` at place `i` adds: entry `i * 256 + b`. */
  readonly added: Uint32Array;
  /** Moves the register on by a line: entry `i * 256 + b` for its i-th byte, the lowest first. */
  readonly moved: Uint32Array;
  /** What the line feed adds to every line. */
  readonly lineFeed: number;
}

export function hexLineCrc(keyBytes: number): HexLineCrc {
  const added = new Uint32Array(keyBytes * 256);
  for (let place = 0; place < keyBytes; place++)
    for (let byte = 0; byte < 256; byte++) {
      const digits = step(step(0, DIGITS[byte >> 4]!), DIGITS[byte & 15]!);
      added[place * 256 + byte] = skip(digits, 2 * (keyBytes - 1 - place) + 1);
    }
  const moved = Uint32Array.from({ length: 1_024 }, (_, i) =>
    skip(((i & 0xff) << (8 * (i >> 8))) >>> 0, 2 * keyBytes + 1),
  );
  return { added, moved, lineFeed: step(0, LF) };
}
