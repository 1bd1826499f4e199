/**
 * Cuts a file into stretches of whole lines, each line with its line break. A line that is longer than {@link WHOLE_BYTES} goes on in the next stretch: no memory is taken for it, but its beginning is always in
 * one piece. Together the stretches are the file, byte for byte.
 */
const WHOLE_BYTES = 65_536;
const LF = 10;

export async function* stretches(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let carry: Buffer = Buffer.alloc(0);
  /** The last stretch ended within a line. */
  let inside = false;
  for await (const chunk of chunks) {
    const bytes = carry.length > 0 ? Buffer.concat([carry, chunk]) : chunk;
    const end = bytes.lastIndexOf(LF) + 1;
    const isLong: boolean = bytes.length - end > WHOLE_BYTES || (inside && end === 0);
    const whole = isLong ? bytes : bytes.subarray(0, end);
    carry = isLong ? Buffer.alloc(0) : Buffer.from(bytes.subarray(end));
    if (whole.length === 0) continue;
    inside = isLong;
    yield whole;
  }
  if (carry.length > 0) yield carry;
}
