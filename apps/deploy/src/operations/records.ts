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
}

/** A record is held in memory whole. */
const MOST_BYTES = 1_048_576;
const [LF, CR, QUOTE] = [10, 13, 34];

export class Records {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private sourceEnded = false;

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
    return this.sourceEnded && this.rest.length === 0;
  }

  /**
   * The next records, as many as `count` or as fit into `bytes` and one more; fewer only at the end. Blank ones are left out. Afterwards `offset` and `line` are where the one after them
   * begins.
   */
  async take(count: number, bytes = Number.POSITIVE_INFINITY): Promise<TextRecord[]> {
    const taken: TextRecord[] = [];
    const from = this.offset;
    while (taken.length < count && this.offset - from < bytes) {
      const end = this.nextEnd();
      if (end >= 0) this.cut(end, end + 1, taken);
      else if (!this.sourceEnded) await this.read();
      else {
        if (this.rest.length > 0) this.cut(this.rest.length, this.rest.length, taken);
        break;
      }
    }
    return taken;
  }

  private async read(): Promise<void> {
    if (this.rest.length > MOST_BYTES)
      throw new OperationFailed(`line ${this.line} is longer than ${MOST_BYTES} bytes`);
    const { value, done } = await this.chunks.next();
    if (done) this.sourceEnded = true;
    else this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
  }

  private nextEnd(): number {
    let end = this.rest.indexOf(LF);
    if (!this.quotes) return end;
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
    if (text.trim() !== '') taken.push({ text, line: this.line, isUtf8: isUtf8(bytes) });
    if (this.quotes) for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) this.line++;
    this.line++;
    this.offset += next;
    this.rest = this.rest.subarray(next);
  }
}
