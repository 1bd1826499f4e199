import { randomFillSync } from 'node:crypto';

const LINES = 50_000;

/** So many random hashes, a line each. */
export async function* randomHashes(count: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.alloc(16 * LINES);
  for (let left = count; left > 0; left -= LINES) {
    randomFillSync(bytes);
    const hex = bytes.toString('hex');
    const lines = Buffer.allocUnsafe(33 * Math.min(left, LINES));
    for (let at = 0, from = 0; at < lines.length; at += 33, from += 32) {
      lines.write(hex.slice(from, from + 32), at, 'latin1');
      lines[at + 32] = 0x0a;
    }
    yield lines;
  }
}
