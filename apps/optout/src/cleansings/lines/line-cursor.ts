import { LineField } from './line-field.js';

const LF = 10;
const BOM = Buffer.from('\ufeff');

/** Goes through the stretches of a file line by line. */
export class LineCursor {
  readonly field = new LineField();
  /** Of the line at hand, in the stretch at hand. Its line break is in. */
  from = 0;
  to = 0;
  bytes: Buffer = Buffer.alloc(0);
  private inside = false;
  private first = true;

  /** Takes up the next stretch. @returns how many of its first bytes belong to the line at hand, which went on in it */
  open(bytes: Buffer): number {
    const more = this.inside ? after(bytes, 0) : 0;
    this.bytes = bytes;
    this.to = more;
    this.inside = bytes[bytes.length - 1] !== LF;
    return more;
  }

  /** Moves on to the next line that begins in the stretch. @returns false if there is none */
  next(): boolean {
    const { bytes, to } = this;
    if (to >= bytes.length) return false;
    this.from = to;
    this.to = after(bytes, to);
    const skipped = this.first && bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
    this.first = false;
    this.field.find(bytes, this.from + skipped, this.to);
    return true;
  }
}

/** Behind the next line break, or the end. */
function after(bytes: Buffer, from: number): number {
  const lf = bytes.indexOf(LF, from);
  return lf < 0 ? bytes.length : lf + 1;
}
