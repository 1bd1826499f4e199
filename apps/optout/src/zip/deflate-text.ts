import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Deflated, TextSums } from './deflated.js';

/** Addresses have much in common with their neighbours; a higher level costs more than it saves. */
const LEVEL = 4;

/** Compresses any text. */
export function deflateText(text: AsyncIterable<Buffer> | Iterable<Buffer>): Deflated {
  const sums: TextSums = { crc: 0, size: 0 };
  return { sums, chunks: deflate(text, sums) };
}

async function* deflate(text: AsyncIterable<Buffer> | Iterable<Buffer>, sums: TextSums): AsyncGenerator<Buffer> {
  async function* summed(): AsyncGenerator<Buffer> {
    for await (const chunk of text) {
      sums.crc = crc32(chunk, sums.crc);
      sums.size += chunk.length;
      // A copy: the compressor takes its input later, when the source may have used the chunk again.
      yield Buffer.from(chunk);
    }
  }
  yield* Readable.from(summed(), { objectMode: false }).compose(
    createDeflateRaw({ level: LEVEL }),
  ) as AsyncIterable<Buffer>;
}
