/**
 * The quick way through a phone number, as `copyAddress` is through an address: numbers of North America (country code 1) written as E.164, which are most of the largest files, have one
 * form that is always a number. It takes less than `#identity` does, never more.
 */
const LF = 10;
const CR = 13;
const PLUS = 43;
const ZERO = 48;
export const NUMBER_DIGITS = 11;

/**
 * Copies the digits of the number that begins at `from` and ends with its line to `target` at `at`. The line must end with LF inside `data`.
 * @param bare whether digits without `+` may be read like that: on lists of a region with country code 1
 * @returns how many bytes of the line the number takes, 11 or with `+` 12, or 0 if it isn't one that is taken here. Eleven are copied.
 */
export function copyNumber(data: Uint8Array, from: number, target: Uint8Array, at: number, bare: boolean): number {
  let read = from;
  if (data[read] === PLUS) read++;
  else if (!bare) return 0;
  // 1, an area that begins with 2 to 9, and nine more digits.
  if (data[read] !== ZERO + 1 || data[read + 1]! < ZERO + 2) return 0;
  for (let digit = 0; digit < NUMBER_DIGITS; digit++) {
    const byte = data[read + digit]!;
    if (byte < ZERO || byte > ZERO + 9) return 0;
    target[at + digit] = byte;
  }
  read += NUMBER_DIGITS;
  return data[read] === LF || (data[read] === CR && data[read + 1] === LF) ? read - from : 0;
}
