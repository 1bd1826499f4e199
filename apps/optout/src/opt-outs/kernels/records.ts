import type { KeyBytes } from '../opt-out.types.js';

/**
 * Keys, and where their plain values are, packed into machine words: the form in which opt-outs are decoded, sorted and compared.
 *
 * A record is the key as unsigned 32-bit words, the most significant first, so that numbers compare as bytes do; with plain values one word more, the value's place in the arena (0: not
 * known). There a value is a length byte and its UTF-8. Typed arrays drop what is written past their end in silence: whoever adds looks at {@link isFull} first.
 */
export class Records {
  readonly keyWords: number;
  readonly width: number;
  readonly capacity: number;
  words: Uint32Array;
  /** As long as `words`; what is in it is of no meaning between two steps. */
  spare: Uint32Array;
  readonly arena: Buffer;
  /** The arena once more, for those who read eight bytes at a time: as many lie behind {@link arenaLimit}. */
  readonly arenaView: DataView;
  readonly arenaLimit: number;
  arenaEnd = 1;
  count = 0;

  constructor(
    readonly keyBytes: KeyBytes,
    readonly keepsPlain: boolean,
    memory: { words: Uint32Array; spare: Uint32Array; arena: Buffer },
  ) {
    this.keyWords = keyBytes / 4;
    this.width = this.keyWords + (keepsPlain ? 1 : 0);
    this.words = memory.words;
    this.spare = memory.spare;
    this.arena = memory.arena;
    this.arenaView = new DataView(memory.arena.buffer, memory.arena.byteOffset, memory.arena.length);
    this.arenaLimit = memory.arena.length - 8;
    this.capacity = Math.floor(this.words.length / this.width);
  }

  /** Whether there may be no room for one more record, with a value of up to 255 bytes. */
  get isFull(): boolean {
    return this.count >= this.capacity || this.arenaEnd + 256 > this.arenaLimit;
  }

  clear(): void {
    this.count = 0;
    this.arenaEnd = 1;
  }
}
