import { DIGESTS_AT, LANES, LENGTHS_AT, MAX_VALUE_BYTES, md5LanesInstance } from './md5-lanes.wasm.js';

/** Hashes short values four at a time. A digest is there when its four are complete, or after {@link flush}. */
export class Md5Lanes {
  private readonly hash: () => void;
  private readonly blocks: DataView;
  private readonly lengths: Uint32Array;
  private readonly digests: Uint32Array;
  /** Where each waiting value's digest goes. */
  private readonly targets = new Uint32Array(LANES);
  private waiting = 0;

  /** Where the digests go. */
  words: Uint32Array = new Uint32Array(0);

  constructor() {
    const { memory, hash } = md5LanesInstance();
    this.hash = hash;
    this.blocks = new DataView(memory.buffer);
    this.lengths = new Uint32Array(memory.buffer, LENGTHS_AT, LANES);
    this.digests = new Uint32Array(memory.buffer, DIGESTS_AT, LANES * 4);
  }

  /**
   * Has `bytes[start..start + length)` hashed to {@link words}`[at..at + 4)`, as big-endian words. The bytes are copied at once; up to eight behind them are read, without meaning.
   * @returns false, with nothing done, if the value is too long.
   */
  add(bytes: DataView, start: number, length: number, at: number): boolean {
    if (length > MAX_VALUE_BYTES) return false;
    const { blocks, waiting } = this;
    const block = waiting << 6;
    for (let n = 0; n < length; n += 8) blocks.setBigInt64(block + n, bytes.getBigInt64(start + n, true), true);
    this.lengths[waiting] = length;
    this.targets[waiting] = at;
    this.waiting = waiting + 1;
    if (this.waiting === LANES) this.flush();
    return true;
  }

  flush(): void {
    if (this.waiting === 0) return;
    this.hash();
    const { words, digests } = this;
    for (let lane = 0; lane < this.waiting; lane++) {
      const at = this.targets[lane]!;
      words[at] = digests[lane]!;
      words[at + 1] = digests[LANES + lane]!;
      words[at + 2] = digests[2 * LANES + lane]!;
      words[at + 3] = digests[3 * LANES + lane]!;
    }
    this.waiting = 0;
  }
}
