/**
 * Cuts a stream of chunks of any size into parts of exactly `partBytes`; the last one is shorter, and an empty stream gives no part. A part is a buffer of its own, so the producer may use
 * its chunks again as soon as it is asked for the next one.
 */
export async function* parts(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let part: Buffer = Buffer.allocUnsafeSlow(0);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      if (filled === part.length) part = grown(part, filled, chunk.length - from, partBytes);
      const taken = chunk.copy(part, filled, from);
      filled += taken;
      from += taken;
      if (filled === partBytes) {
        yield part;
        part = Buffer.allocUnsafeSlow(0);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Doubles, so that a small object doesn't cost a whole part of memory. */
function grown(part: Buffer, filled: number, wanted: number, partBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(partBytes, Math.max(2 * part.length, filled + wanted, 65_536)));
  part.copy(larger, 0, 0, filled);
  return larger;
}
