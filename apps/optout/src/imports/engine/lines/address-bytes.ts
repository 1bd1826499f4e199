/**
 * The quick way through an address: plain ASCII of the usual form is checked and lower-cased byte by byte while it is copied. It takes less than `#identity` does, never more: what it doesn't
 * take is left to `#identity`, so both always agree.
 */
const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const SIGN = 3;
const KIND = new Uint8Array(256);
const LOWER = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) LOWER[byte] = byte;
for (let byte = 0x61; byte <= 0x7a; byte++) KIND[byte] = LETTER;
for (let byte = 0x41; byte <= 0x5a; byte++) {
  KIND[byte] = LETTER;
  LOWER[byte] = byte + 32;
}
for (let byte = 0x30; byte <= 0x39; byte++) KIND[byte] = DIGIT;
for (const sign of '_+') KIND[sign.charCodeAt(0)] = SIGN;

const LF = 10;
const CR = 13;
const AT = 64;
const DOT = 46;
const HYPHEN = 45;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;
const MAX_ADDRESS = 254;

/**
 * Copies the address that begins at `from` and ends with its line, lower-cased, to `target` at `at`. The line must end with LF inside `data`, and `target` needs room for 255 bytes.
 * @returns the length of the address, or 0 if it isn't one that is taken here.
 */
export function copyAddress(data: Uint8Array, from: number, target: Uint8Array, at: number): number {
  let read = from;
  let write = at;
  let border = true;
  for (const stop = from + MAX_LOCAL; ; read++) {
    const byte = data[read]!;
    if (KIND[byte] !== OTHER || byte === HYPHEN) border = false;
    else if (byte === DOT && !border) border = true;
    else if (byte === AT && !border) break;
    else return 0;
    if (read === stop) return 0;
    target[write++] = LOWER[byte]!;
  }
  target[write++] = AT;
  read++;

  let label = write;
  let labels = 1;
  let digitsOnly = true;
  border = true;
  for (const stop = from + MAX_ADDRESS; ; read++) {
    const byte = data[read]!;
    const kind = KIND[byte];
    if (kind === LETTER) {
      digitsOnly = false;
      border = false;
    } else if (kind === DIGIT) {
      border = false;
    } else if (byte === HYPHEN && !border) {
      border = true;
      digitsOnly = false;
    } else if (byte === DOT && !border && write - label <= MAX_LABEL) {
      label = write + 1;
      labels++;
      digitsOnly = true;
      border = true;
    } else if (byte === LF || (byte === CR && data[read + 1] === LF)) {
      break;
    } else {
      return 0;
    }
    if (read === stop) return 0;
    target[write++] = LOWER[byte]!;
  }
  return border || digitsOnly || labels < 2 || write - label > MAX_LABEL ? 0 : write - at;
}
