import type { Deflated, TextSums } from './deflated.js';
import { blockHead, byteCodes, endOfBlock, lineFeed } from './hex-code.js';
import { hexLineCrc } from './hex-line-crc.js';

/** Hashes packed one after the other. */
export interface KeyBatch {
  readonly keys: Uint8Array;
}

/**
 * Compresses hashes as lower-case hex, a line each, LF. It goes straight from the bytes to the compressed bits: the text is never made, not even for its CRC. All keys have one length, and a batch has whole keys.
 */
export function deflateHexLines(batches: AsyncIterable<KeyBatch> | Iterable<KeyBatch>, keyBytes: number): Deflated {
  const encoder = new HexLineEncoder(keyBytes);
  return { sums: encoder.sums, chunks: encoder.encode(batches) };
}

class HexLineEncoder {
  readonly sums: TextSums = { crc: 0, size: 0 };
  private readonly crc;
  /** CRC-32 before its final inversion, as a signed number: those that fit into 31 bits are quicker. */
  private register = -1;
  private words = new Uint16Array(512);
  /** Words written since the last chunk. */
  private count = 0;
  /** Bits that don't fill a word yet: at most 15, the first one lowest. */
  private bits = 0;
  private bitCount = 0;

  constructor(private readonly keyBytes: number) {
    this.crc = hexLineCrc(keyBytes);
  }

  async *encode(batches: AsyncIterable<KeyBatch> | Iterable<KeyBatch>): AsyncGenerator<Buffer> {
    for (const { bits, length } of blockHead()) this.put(bits, length);
    for await (const { keys } of batches) {
      this.reserve(keys.length / this.keyBytes);
      this.lines(keys);
      yield this.chunk();
    }
    this.put(endOfBlock.bits, endOfBlock.length);
    const bytes = 2 * this.count + Math.ceil(this.bitCount / 8);
    this.put(0, 16 - this.bitCount);
    yield this.chunk().subarray(0, bytes);
  }

  /**
   * The inner loop: 16 or 64 bytes a line. Local variables, no calls, and no branch on how many bits a code has: the word at hand is written each time, and moved on from when it is full.
   */
  private lines(keys: Uint8Array): void {
    const { added, moved, lineFeed: feedCrc } = this.crc;
    const { keyBytes, words } = this;
    let { register, count, bits, bitCount } = this;
    for (let at = 0; at < keys.length; ) {
      let crc =
        feedCrc ^
        moved[register & 0xff]! ^
        moved[256 + ((register >>> 8) & 0xff)]! ^
        moved[512 + ((register >>> 16) & 0xff)]! ^
        moved[768 + (register >>> 24)]!;
      for (let place = 0; place < keyBytes << 8; place += 256, at++) {
        const byte = keys[at]!;
        crc ^= added[place + byte]!;
        const code = byteCodes[byte]!;
        bits |= (code & 0xffff) << bitCount;
        bitCount += code >>> 16;
        words[count] = bits;
        count += bitCount >>> 4;
        bits >>>= bitCount & 16;
        bitCount &= 15;
      }
      register = crc;
      bits |= lineFeed.bits << bitCount;
      bitCount += lineFeed.length;
      words[count] = bits;
      count += bitCount >>> 4;
      bits >>>= bitCount & 16;
      bitCount &= 15;
    }
    this.register = register;
    this.count = count;
    this.bits = bits;
    this.bitCount = bitCount;
    this.sums.crc = (register ^ 0xffffffff) >>> 0;
    this.sums.size += (keys.length / keyBytes) * (2 * keyBytes + 1);
  }

  private put(bits: number, length: number): void {
    this.bits |= bits << this.bitCount;
    this.bitCount += length;
    if (this.bitCount < 16) return;
    this.words[this.count++] = this.bits;
    this.bits >>>= 16;
    this.bitCount -= 16;
  }

  /** Room for so many lines behind what is there: a typed array drops what is written past its end without a word. */
  private reserve(lines: number): void {
    const wanted = this.count + Math.ceil((lines * (10 * this.keyBytes + lineFeed.length)) / 16) + 2;
    if (wanted <= this.words.length) return;
    const larger = new Uint16Array(wanted);
    larger.set(this.words.subarray(0, this.count));
    this.words = larger;
  }

  /** The whole words so far. Their memory is used again for the next chunk. Bytes are in order as all machines that Node runs on are little-endian. */
  private chunk(): Buffer {
    const chunk = Buffer.from(this.words.buffer, 0, 2 * this.count);
    this.count = 0;
    return chunk;
  }
}
