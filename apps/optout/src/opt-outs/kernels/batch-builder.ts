import type { KeyBytes, OptOutBatch, OptOutFact } from '../opt-out.types.js';

const BATCH_SIZE = 8_192;
const NO_PLAINS = new Uint32Array(BATCH_SIZE);
const NOTHING = Buffer.alloc(0);
/** Room that a batch has for values; a value has at most 255 bytes. */
const PLAIN_BYTES = 262_144;

/** Gathers opt-outs into batches of a bounded size. */
export class BatchBuilder {
  private ready: OptOutBatch[] = [];
  private size = 0;
  private keys = NOTHING;
  private plains = NOTHING;
  private plainEnds = NO_PLAINS;
  private plainEnd = 0;
  private facts: OptOutFact[] = [];

  constructor(
    private readonly keyBytes: KeyBytes,
    private readonly withPlains: boolean,
  ) {
    this.begin();
  }

  add(keys: Buffer, at: number, plains: Buffer | null, plainAt: number, fact: OptOutFact): void {
    // Byte by byte: so few take less time than a call of copy.
    const { keys: to, keyBytes } = this;
    for (let from = at, write = this.size * keyBytes, end = at + keyBytes; from < end; ) to[write++] = keys[from++]!;
    if (this.withPlains) {
      const length = plains ? plains[plainAt]! : 0;
      if (length > 0) plains!.copy(this.plains, this.plainEnd, plainAt + 1, plainAt + 1 + length);
      this.plainEnd += length;
      this.plainEnds[this.size] = this.plainEnd;
    }
    this.facts.push(fact);
    this.size++;
    if (this.size === BATCH_SIZE || (this.withPlains && this.plainEnd + 255 > PLAIN_BYTES)) this.flush();
  }

  /** Adds the keys in `keys[from..to)`, for readers who want no plain values. */
  addKeys(keys: Buffer, from: number, to: number, fact: OptOutFact): void {
    let at = from;
    while (at < to) {
      const bytes = Math.min(to - at, (BATCH_SIZE - this.size) * this.keyBytes);
      keys.copy(this.keys, this.size * this.keyBytes, at, at + bytes);
      at += bytes;
      for (let n = bytes / this.keyBytes; n > 0; n--) this.facts.push(fact);
      this.size += bytes / this.keyBytes;
      if (this.size === BATCH_SIZE) this.flush();
    }
  }

  /** The batches that are full. */
  take(): OptOutBatch[] {
    const { ready } = this;
    this.ready = [];
    return ready;
  }

  /** All that is left. */
  end(): OptOutBatch[] {
    if (this.size > 0) this.flush();
    return this.take();
  }

  private flush(): void {
    this.ready.push({
      size: this.size,
      keyBytes: this.keyBytes,
      keys: this.keys.subarray(0, this.size * this.keyBytes),
      plains: this.plains.subarray(0, this.plainEnd),
      plainEnds: this.plainEnds.subarray(0, this.size),
      facts: this.facts,
    });
    this.begin();
  }

  private begin(): void {
    this.size = 0;
    this.plainEnd = 0;
    this.facts = [];
    this.keys = Buffer.allocUnsafeSlow(BATCH_SIZE * this.keyBytes);
    if (!this.withPlains) return;
    this.plains = Buffer.allocUnsafeSlow(PLAIN_BYTES);
    this.plainEnds = new Uint32Array(BATCH_SIZE);
  }
}
