/** Cuts a stream of bytes into records: lines, or with `quotes` lines of CSV, in which a quoted field may hold line breaks (RFC 4180). In flat memory. */
import { isUtf8 } from 'node:buffer';
import { OperationFailed } from './operation-failed.js';

export interface TextRecord {
  /** Without its line break. */
  text: string;
  /** Line at which it begins, from 1. */
  line: number;
  /** Whether the bytes were UTF-8; if not, the text has replacement characters. */
  isUtf8: boolean;
  /** Longer than {@link MOST_BYTES}: it has no text. */
  isTooLong: boolean;
}

/** A record is held in memory whole. */
export const MOST_BYTES = 1_048_576;
const [LF, CR, QUOTE] = [10, 13, 34];

export class Records {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private sourceEnded = false;
  /** Bytes of a record that is too long, which were dropped. */
  private dropped = 0;

  /** @param offset where in the file the first chunk begins. @param line its line, from 1 */
  constructor(
    chunks: AsyncIterable<Buffer>,
    private readonly quotes: boolean,
    public offset: number,
    public line: number,
  ) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether the last record has been taken. */
  get ended(): boolean {
    return this.sourceEnded && this.rest.length + this.dropped === 0;
  }

  /**
   * The next records, as many as `count` or as fit into `bytes` and one more; fewer only at the end. Blank ones are left out. Afterwards `offset` and `line` are where the one after them
   * begins.
   * @throws {OperationFailed} where a quoted field doesn't end: nobody knows where the next record begins
   */
  async take(count: number, bytes = Number.POSITIVE_INFINITY): Promise<TextRecord[]> {
    const taken: TextRecord[] = [];
    const from = this.offset;
    while (taken.length < count && this.offset - from < bytes) {
      const end = this.nextEnd();
      if (end >= 0) this.cut(end, end + 1, taken);
      else if (!this.sourceEnded) await this.read();
      else {
        if (!this.ended) this.cut(this.rest.length, this.rest.length, taken);
        break;
      }
    }
    return taken;
  }

  private async read(): Promise<void> {
    if (this.rest.length > MOST_BYTES || this.dropped > 0) this.drop();
    const { value, done } = await this.chunks.next();
    if (done) this.sourceEnded = true;
    else this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
  }

  private drop(): void {
    if (this.dropped === 0 && this.quotes && this.rest.includes(QUOTE))
      throw new OperationFailed(
        `The record at line ${this.line} does not end within ${MOST_BYTES} bytes: a quote isn't closed.`,
      );
    this.dropped += this.rest.length;
    this.rest = Buffer.alloc(0);
  }

  private nextEnd(): number {
    let end = this.rest.indexOf(LF);
    if (!this.quotes || this.dropped > 0) return end;
    let quoted = false;
    let from = 0;
    while (end >= 0) {
      for (let at = this.rest.indexOf(QUOTE, from); at >= 0 && at < end; at = this.rest.indexOf(QUOTE, at + 1))
        quoted = !quoted;
      if (!quoted) return end;
      from = end + 1;
      end = this.rest.indexOf(LF, from);
    }
    return -1;
  }

  private cut(end: number, next: number, taken: TextRecord[]): void {
    const bytes = this.rest.subarray(0, end > 0 && this.rest[end - 1] === CR ? end - 1 : end);
    const text = this.offset === 0 ? bytes.toString().replace(/^\uFEFF/, '') : bytes.toString();
    const isTooLong = end + this.dropped > MOST_BYTES;
    if (isTooLong) taken.push({ text: '', line: this.line, isUtf8: true, isTooLong });
    else if (text.trim() !== '') taken.push({ text, line: this.line, isUtf8: isUtf8(bytes), isTooLong });
    if (this.quotes) for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) this.line++;
    this.line++;
    this.offset += next + this.dropped;
    this.dropped = 0;
    this.rest = this.rest.subarray(next);
  }
}
