import { hash } from 'node:crypto';
import type { OptOutSnapshot } from '../opt-outs/index.js';
import type { KeyBatch } from '../zip/deflate-hex-lines.js';

const KEY_BYTES = 64;
/** Bounds the memory: some 200 MB. */
const MOST_AT_A_TIME = 1_000_000;

/**
 * SHA-512 of the plain values of a list that is kept by MD5, in order. They can only be had by hashing all of them; more than a million are done in several passes, each for a slice of the key space.
 */
export async function* sha512Keys(snapshot: OptOutSnapshot, since?: string): AsyncGenerator<KeyBatch> {
  const passes = Math.ceil((await snapshot.count()) / MOST_AT_A_TIME);
  const width = 2 ** 32 / Math.max(1, passes);
  for (let pass = 0; pass < passes; pass++) {
    const keys: Buffer[] = [];
    for await (const { size, plains, plainEnds } of snapshot.stream({ plain: true, ...(since && { since }) }))
      for (let i = 0; i < size; i++) {
        const key = hash('sha512', plains.subarray(plainEnds[i - 1] ?? 0, plainEnds[i]), 'buffer');
        if (Math.floor(key.readUInt32BE() / width) === pass) keys.push(key);
      }
    yield { keys: Buffer.concat(keys.sort(Buffer.compare)) };
  }
}

/** Two streams of keys in order as one, each key once. */
export async function* mergedKeys(a: AsyncIterable<KeyBatch>, b: AsyncIterable<KeyBatch>): AsyncGenerator<KeyBatch> {
  const left = new KeyCursor(a);
  const right = new KeyCursor(b);
  let merged: Buffer[] = [];
  for (;;) {
    const [leftKey, rightKey] = [await left.key(), await right.key()];
    if (!leftKey && !rightKey) break;
    const order = !leftKey ? 1 : !rightKey ? -1 : Buffer.compare(leftKey, rightKey);
    merged.push(order <= 0 ? leftKey! : rightKey!);
    if (order <= 0) left.next();
    if (order >= 0) right.next();
    if (merged.length < 4_096) continue;
    yield { keys: Buffer.concat(merged) };
    merged = [];
  }
  yield { keys: Buffer.concat(merged) };
}

class KeyCursor {
  private readonly batches: AsyncIterator<KeyBatch>;
  private keys = Buffer.alloc(0);
  private at = 0;

  constructor(batches: AsyncIterable<KeyBatch>) {
    this.batches = batches[Symbol.asyncIterator]();
  }

  /** The key that it stands at; undefined at the end. */
  async key(): Promise<Buffer | undefined> {
    while (this.at === this.keys.length) {
      const { done, value } = await this.batches.next();
      if (done) return undefined;
      // A copy: keys of a batch are still in the merged ones when the next batch comes.
      this.keys = Buffer.from(value.keys);
      this.at = 0;
    }
    return this.keys.subarray(this.at, this.at + KEY_BYTES);
  }

  next(): void {
    this.at += KEY_BYTES;
  }
}
