/**
 * A ZIP (APPNOTE 6.3) as a stream whose first member may be of any size; over 4 GiB it is ZIP64. No data descriptors, which many readers take badly: the first member's sizes are written into its header at the end
 * ({@link ZipFile.finishStart}), where 20 bytes are kept free for the larger sizes of ZIP64.
 */
import type { Deflated, TextSums } from './deflated.js';
import { centralHeader, endOfCentral, localHeader, type ZipEntry } from './zip-records.js';

export interface ZipMember {
  /** Without slashes: all members are at the root. */
  name: string;
  content: Deflated;
}

export class ZipFile {
  private readonly entries: ZipEntry[] = [];
  private offset = 0;

  /** @param time of all members, UTC. @param first may be of any size; the rest is held in memory, compressed */
  constructor(
    private readonly time: Date,
    private readonly first: ZipMember,
    private readonly rest: readonly ZipMember[],
  ) {}

  async *chunks(): AsyncGenerator<Buffer> {
    const first = this.entry(this.first);
    yield this.passed(localHeader(first));
    for await (const chunk of this.first.content.chunks) {
      first.compressedSize += chunk.length;
      yield this.passed(chunk);
    }
    finish(first, this.first.content.sums);
    for (const member of this.rest) yield* this.small(member);
    yield this.directory();
  }

  /** Completes the header at the very start, once all chunks are out. */
  finishStart(start: Buffer): void {
    localHeader(this.entries[0]!).copy(start);
  }

  private async *small(member: ZipMember): AsyncGenerator<Buffer> {
    const compressed: Buffer[] = [];
    for await (const chunk of member.content.chunks) compressed.push(Buffer.from(chunk));
    const entry = this.entry(member);
    entry.compressedSize = compressed.reduce((sum, { length }) => sum + length, 0);
    finish(entry, member.content.sums);
    yield this.passed(localHeader(entry));
    for (const chunk of compressed) yield this.passed(chunk);
  }

  private directory(): Buffer {
    const headers = Buffer.concat(this.entries.map(centralHeader));
    return Buffer.concat([headers, endOfCentral(this.entries.length, headers.length, this.offset)]);
  }

  private entry({ name }: ZipMember): ZipEntry {
    const entry: ZipEntry = { name, time: this.time, offset: this.offset, crc: 0, size: 0, compressedSize: 0 };
    this.entries.push(entry);
    return entry;
  }

  private passed(chunk: Buffer): Buffer {
    this.offset += chunk.length;
    return chunk;
  }
}

function finish(entry: ZipEntry, { crc, size }: TextSums): void {
  entry.crc = crc;
  entry.size = size;
}
