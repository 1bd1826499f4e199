/**
 * A ZIP (APPNOTE 6.3) as a stream whose members may be of any size; over 4 GiB it is ZIP64. No data descriptors, which many readers take badly: a member's sizes are written into its header once they are known
 * ({@link ZipFile.finish}), where 20 bytes are kept free for the larger sizes of ZIP64. Members follow each other, and nothing of them is held.
 */
import type { Deflated } from './deflated.js';
import { centralHeader, endOfCentral, localHeader, type ZipEntry } from './zip-records.js';

export interface ZipMember {
  /** Without slashes: all members are at the root. */
  name: string;
  content: Deflated;
}

interface Written {
  entry: ZipEntry;
  /** Of its local header. */
  length: number;
  /** Its sizes and its sum are known. */
  known: boolean;
}

export class ZipFile {
  private readonly written: Written[] = [];
  private offset = 0;

  /** @param time of all members, UTC */
  constructor(
    private readonly time: Date,
    private readonly members: readonly ZipMember[],
  ) {}

  async *chunks(): AsyncGenerator<Buffer> {
    for (const member of this.members) yield* this.member(member);
    yield this.directory();
  }

  /** Completes the headers in a part of the ZIP, in place. @returns false while one of them isn't known: then the part has to be asked about again, later. */
  finish(part: Buffer, offset: number): boolean {
    const inPart = this.written.filter(
      ({ entry, length }) => entry.offset < offset + part.length && entry.offset + length > offset,
    );
    for (const { entry } of inPart) {
      const skipped = Math.max(0, offset - entry.offset);
      localHeader(entry).copy(part, Math.max(0, entry.offset - offset), skipped);
    }
    return inPart.every(({ known }) => known);
  }

  private async *member({ name, content }: ZipMember): AsyncGenerator<Buffer> {
    const entry: ZipEntry = { name, time: this.time, offset: this.offset, crc: 0, size: 0, compressedSize: 0 };
    const header = localHeader(entry);
    const written = { entry, length: header.length, known: false };
    this.written.push(written);
    yield this.passed(header);
    for await (const chunk of content.chunks) {
      entry.compressedSize += chunk.length;
      yield this.passed(chunk);
    }
    entry.crc = content.sums.crc;
    entry.size = content.sums.size;
    written.known = true;
  }

  private directory(): Buffer {
    const headers = Buffer.concat(this.written.map(({ entry }) => centralHeader(entry)));
    return Buffer.concat([headers, endOfCentral(this.written.length, headers.length, this.offset)]);
  }

  private passed(chunk: Buffer): Buffer {
    this.offset += chunk.length;
    return chunk;
  }
}
