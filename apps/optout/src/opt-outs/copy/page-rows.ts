import { endianness } from 'node:os';
import type { Records } from '../kernels/records.js';
import { CopyWriter } from './copy-writer.js';

/**
 * Cuts sorted records into pages and makes the rows `(owner, first, keys, plains)` of them, for a run or for a piece of a range.
 *
 * A row is as large as a heap block takes: 8,160 bytes less the headers of the row and of its four columns.
 */
export interface PageOwner {
  /** The first column: a run's id, or a piece's number. */
  write(writer: CopyWriter): void;
}

/** Most bytes of keys and plain values of a page. */
export function pageBytes(keyBytes: number): number {
  return keyBytes === 16 ? 8_064 : 8_016;
}

const swapNeeded = endianness() === 'LE';

export class PageRows {
  pages = 0;
  hashOnly = 0;

  constructor(
    private readonly records: Records,
    private readonly owner: PageOwner,
    private readonly onPage: (first: Buffer) => void = () => undefined,
  ) {}

  /** Chunks for COPY. Uses the records' spare memory, and leaves the records without meaning. */
  *chunks(): Generator<Buffer, void, undefined> {
    const { records, owner } = this;
    const { keyBytes, count } = records;
    const limit = pageBytes(keyBytes);
    const keys = keysAsBytes(records);
    const writer = new CopyWriter();
    const plains = new DataView(new ArrayBuffer(limit + 8));
    let from = 0;
    while (from < count) {
      let to: number;
      let plainBytes = 0;
      if (records.keepsPlain) {
        ({ to, plainBytes } = this.fillPlains(from, limit, plains));
      } else {
        to = Math.min(count, from + Math.floor(limit / keyBytes));
      }
      const full = writer.row(4, limit + keyBytes + 32);
      if (full) yield full;
      const first = keys.subarray(from * keyBytes, from * keyBytes + keyBytes);
      owner.write(writer);
      writer.bytes(first);
      writer.bytes(keys.subarray(from * keyBytes, to * keyBytes));
      if (plainBytes > to - from) writer.bytes(new Uint8Array(plains.buffer, 0, plainBytes));
      else writer.nothing();
      this.pages++;
      this.onPage(first);
      from = to;
    }
    if (!records.keepsPlain) this.hashOnly = count;
    yield writer.end();
  }

  /**
   * Packs as many values, from record `from` on, as fit on one page beside their keys. Values lie scattered in the arena, each a miss of the processor's cache; to look at all lengths first lets it
   * fetch many at a time, and the copying finds them there.
   */
  private fillPlains(from: number, limit: number, plains: DataView): { to: number; plainBytes: number } {
    const { arena, arenaView, keyBytes, count } = this.records;
    const places = this.places;
    let to = from;
    let left = limit;
    for (; to < count; to++) {
      const place = places[to]!;
      left -= keyBytes + 1 + (place === 0 ? 0 : arena[place]!);
      if (left < 0) break;
    }
    let at = 0;
    for (let n = from; n < to; n++) {
      const place = places[n]!;
      if (place === 0) {
        plains.setUint8(at++, 0);
        this.hashOnly++;
        continue;
      }
      const bytes = arena[place]! + 1;
      for (let byte = 0; byte < bytes; byte += 8) {
        plains.setBigInt64(at + byte, arenaView.getBigInt64(place + byte, true), true);
      }
      at += bytes;
    }
    return { to, plainBytes: at };
  }

  /** Where each record's value is; kept behind the keys by {@link keysAsBytes}. */
  private get places(): Uint32Array {
    const { spare, count, keyWords } = this.records;
    return spare.subarray(count * keyWords, count * keyWords + count);
  }
}

/** The keys one after the other, big-endian, in the records' own memory or in their spare. */
function keysAsBytes(records: Records): Buffer {
  const { words, spare, width, keyWords, count } = records;
  let keys = words;
  if (width > keyWords) {
    keys = spare;
    const places = count * keyWords;
    for (let n = 0, at = 0, to = 0; n < count; n++, at += width) {
      for (let word = 0; word < keyWords; word++) spare[to++] = words[at + word]!;
      spare[places + n] = words[at + keyWords]!;
    }
  }
  const bytes = Buffer.from(keys.buffer, keys.byteOffset, count * keyWords * 4);
  if (swapNeeded) bytes.swap32();
  return bytes;
}
