import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';

/** What is measured against: hashes made text, and zlib at its usual level. */
export function deflatedText(count: number): AsyncIterable<Buffer> {
  return Readable.from(text(count)).pipe(createDeflateRaw({ level: 6 }));
}

function* text(count: number): Generator<Buffer> {
  for (let done = 0; done < count; ) {
    const lines = Math.min(10_000, count - done);
    const keys = randomBytes(16 * lines);
    const chunk = Buffer.alloc(33 * lines, 10);
    for (let line = 0; line < lines; line++)
      chunk.write(keys.toString('hex', 16 * line, 16 * line + 16), 33 * line, 'latin1');
    yield chunk;
    done += lines;
  }
}
