/**
 * Cuts a byte range of a file into whole lines: the lines that *start* in it, the last of them to its end beyond the range. So the ranges of a file have each of its lines once, wherever the
 * cuts fall. Lines come in batches, in views into what was received; only a line that lies across two chunks is copied, and of a line that is too long nothing is kept.
 */
export const MAX_LINE_BYTES = 1_000;

/** To decide that a line is too long, or to end it, so many bytes behind the range's end are enough: the line, CR, LF. */
export const LOOK_BEHIND_BYTES = MAX_LINE_BYTES + 2;

export interface ByteRange {
  /** Offset of the first byte. */
  readonly start: number;
  /** Offset behind the last byte. */
  readonly end: number;
  readonly fileSize: number;
}

/** Whole lines, each ended by LF, in `data[from..to)`; or one line that was too long to be kept. */
export type Lines = { data: Buffer; from: number; to: number } | 'too-long';

/** What has to be fetched for a range: from the byte before it, which tells whether a line starts at its first. */
export function bytesToFetch({ start, end, fileSize }: ByteRange): { start: number; end: number } {
  return { start: Math.max(0, start - 1), end: Math.min(fileSize, end + LOOK_BEHIND_BYTES) };
}

const LF = 10;

/** `chunks` are the bytes of {@link bytesToFetch}. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  range: ByteRange,
): AsyncGenerator<Lines, void, undefined> {
  const fetched = bytesToFetch(range);
  let offset = fetched.start;
  /** In the line that began before the range, or behind one found too long: up to the next LF nothing is ours. */
  let skipping = range.start > 0;
  let carry: Buffer = Buffer.alloc(0);
  let bom = range.start === 0;

  for await (let chunk of chunks) {
    if (bom) {
      if (carry.length > 0) chunk = Buffer.concat([carry, chunk]);
      if (chunk.length < 3 && offset + chunk.length < fetched.end) {
        carry = chunk;
        continue;
      }
      carry = Buffer.alloc(0);
      bom = false;
      if (chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) {
        chunk = chunk.subarray(3);
        offset += 3;
      }
    }
    const base = offset;
    offset += chunk.length;
    let from = 0;
    if (skipping) {
      const lf = chunk.indexOf(LF);
      if (lf < 0) continue;
      skipping = false;
      from = lf + 1;
      if (base + from >= range.end) return;
    } else if (carry.length > 0) {
      const lf = chunk.indexOf(LF);
      const line = Buffer.concat([carry, lf < 0 ? chunk : chunk.subarray(0, lf + 1)]);
      if (lf < 0) {
        carry = line;
        if (carry.length > MAX_LINE_BYTES + 1) {
          yield 'too-long';
          carry = Buffer.alloc(0);
          skipping = true;
        }
        continue;
      }
      carry = Buffer.alloc(0);
      yield { data: line, from: 0, to: line.length };
      from = lf + 1;
      if (base + from >= range.end) return;
    }
    // The last of our lines ends with the first LF at or behind the range's last byte.
    const last = range.end - 1 - base;
    let to = chunk.length;
    let ended = false;
    if (last < chunk.length) {
      const lf = chunk.indexOf(LF, Math.max(from, last));
      if (lf >= 0) {
        to = lf + 1;
        ended = true;
      }
    }
    if (!ended) to = chunk.lastIndexOf(LF) + 1;
    if (to > from) yield { data: chunk, from, to };
    else to = from;
    if (ended) return;
    carry = Buffer.from(chunk.subarray(to));
    if (carry.length > MAX_LINE_BYTES + 1) {
      yield 'too-long';
      carry = Buffer.alloc(0);
      skipping = true;
    }
  }
  if (offset < fetched.end) throw new Error(`the object ended ${fetched.end - offset} bytes early`);
  // The last line of the file, without a line break.
  if (carry.length > 0) yield { data: Buffer.concat([carry, Buffer.from([LF])]), from: 0, to: carry.length + 1 };
}
