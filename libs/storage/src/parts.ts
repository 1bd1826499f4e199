/** Buffers of one size that are used again and again: fresh ones would cost the system a page fault for each 4 KiB. */
export class PartBuffers {
  private readonly free: Buffer[] = [];

  constructor(readonly partBytes: number) {}

  take(): Buffer {
    return this.free.pop() ?? Buffer.allocUnsafeSlow(this.partBytes);
  }

  /** A part that isn't needed any more. */
  giveBack(part: Buffer): void {
    if (part.length === this.partBytes) this.free.push(part);
  }
}

/**
 * Cuts a stream of chunks of any size into parts of exactly `partBytes`; the last one is shorter, and an empty stream gives no part. A part has memory of its own, so the producer may use
 * its chunks again as soon as it is asked for the next one.
 */
export async function* parts(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  buffers: PartBuffers,
): AsyncGenerator<Buffer> {
  const { partBytes } = buffers;
  // The first part grows as it is filled, so that a small object doesn't cost the memory of a large one.
  let part: Buffer = Buffer.allocUnsafeSlow(0);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      if (filled === part.length) part = grown(part, filled + chunk.length - from, partBytes);
      const taken = chunk.copy(part, filled, from);
      filled += taken;
      from += taken;
      if (filled === partBytes) {
        yield part;
        part = buffers.take();
        filled = 0;
      }
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

function grown(part: Buffer, wanted: number, partBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(partBytes, Math.max(4 * part.length, wanted, 65_536)));
  part.copy(larger);
  return larger;
}
