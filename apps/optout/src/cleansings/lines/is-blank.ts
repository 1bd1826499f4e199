/** Whether a line holds nothing but blanks. */
export function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (bytes[at]! > 32) return bytes[at]! > 127 && bytes.toString('utf8', at, to).trim() === '';
  return true;
}
