/**
 * Opt-outs as rows of CSV (RFC 4180 quoting, LF, UTF-8), written as bytes.
 *
 * A hundred million rows must neither become strings nor objects: hashes are written from the keys, plain values are copied, and the columns that tell of the fact are made once for all opt-outs of an import.
 * Values are exactly what was kept; nothing is put before a `=` or `+` to please spreadsheets.
 */
import type { KeyBytes, OptOutBatch, OptOutFact } from '../opt-outs/index.js';
import type { Column } from './selection.js';

const COMMA = 0x2c;
const LF = 0x0a;
const QUOTE = 0x22;
const CR = 0x0d;

/** Two digits a byte, as one little-endian number. */
const HEX = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16LE(),
);

const names: Record<Column, string> = {
  plain: 'plain',
  hashed: 'hashed',
  timestamp: 'timestamp',
  campaign: 'campaign,affiliate,sub_affiliate',
  ip: 'ip',
  metadata: 'metadata',
};

/** Columns that are written together: a value of the opt-out itself, or neighbours that tell of its fact. */
type Segment = 'plain' | 'hashed' | Column[];

export class CsvRows {
  private readonly segments: Segment[] = [];
  private readonly made = new WeakMap<OptOutFact, Buffer[]>();

  constructor(private readonly columns: readonly Column[]) {
    for (const column of columns) {
      const last = this.segments.at(-1);
      if (column === 'plain' || column === 'hashed') this.segments.push(column);
      else if (Array.isArray(last)) last.push(column);
      else this.segments.push([column]);
    }
  }

  header(): Buffer {
    return Buffer.from(`${this.columns.map((column) => names[column]).join(',')}\n`);
  }

  /** One row an opt-out, in the batch's order. */
  rows(batch: OptOutBatch): Buffer {
    const { size, keyBytes, keys, plains, plainEnds, facts } = batch;
    const last = this.segments.length - 1;
    let out: Buffer = Buffer.allocUnsafe(this.bound(batch));
    let view = new DataView(out.buffer, out.byteOffset, out.byteLength);
    let at = 0;
    let fact: OptOutFact | undefined;
    let values: Buffer[] = [];
    let fixed = 0;
    for (let i = 0; i < size; i++) {
      if (facts[i] !== fact) {
        fact = facts[i]!;
        values = this.valuesOf(fact);
        fixed = this.segments.length + 2 * keyBytes + values.reduce((sum, value) => sum + value.length, 0);
      }
      const from = i === 0 ? 0 : plainEnds[i - 1]!;
      const to = plainEnds[i]!;
      if (at + fixed + 2 * (to - from) + 2 > out.length) {
        out = grown(out, at, fixed + 2 * (to - from) + 2);
        view = new DataView(out.buffer, out.byteOffset, out.byteLength);
      }
      for (let s = 0; s <= last; s++) {
        const segment = this.segments[s]!;
        if (segment === 'hashed') at = writeHex(view, at, keys, i * keyBytes, keyBytes);
        else if (segment === 'plain') at = writeText(out, at, plains, from, to);
        else {
          const value = values[s]!;
          out.set(value, at);
          at += value.length;
        }
        out[at++] = s === last ? LF : COMMA;
      }
    }
    return out.subarray(0, at);
  }

  /** Enough for a batch whose values need no quotes and whose facts are as long as its first; rarely more is needed. */
  private bound({ size, keyBytes, plains, facts }: OptOutBatch): number {
    const factBytes = facts[0] ? this.valuesOf(facts[0]).reduce((sum, value) => sum + value.length, 0) : 0;
    return size * (2 * keyBytes + factBytes + this.segments.length) + 2 * plains.length + 64;
  }

  /** By segment; empty for those of the opt-out itself. */
  private valuesOf(fact: OptOutFact): Buffer[] {
    let values = this.made.get(fact);
    if (!values) {
      values = this.segments.map((segment) =>
        Buffer.from(Array.isArray(segment) ? segment.map((column) => factValue(column, fact)).join(',') : ''),
      );
      this.made.set(fact, values);
    }
    return values;
  }
}

function factValue(column: Column, fact: OptOutFact): string {
  switch (column) {
    case 'timestamp':
      return fact.at.toISOString();
    case 'campaign':
      return [fact.campaign, fact.affiliate, fact.subAffiliate].map(quoted).join(',');
    case 'ip':
      return quoted(fact.ip);
    default:
      return quoted(fact.metadata);
  }
}

function quoted(value = ''): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function writeHex(view: DataView, at: number, keys: Buffer, from: number, keyBytes: KeyBytes): number {
  for (let i = 0; i < keyBytes; i++) view.setUint16(at + 2 * i, HEX[keys[from + i]!]!, true);
  return at + 2 * keyBytes;
}

function writeText(out: Buffer, start: number, text: Buffer, from: number, to: number): number {
  let at = start;
  for (let i = from; i < to; i++) {
    const byte = text[i]!;
    if (byte === COMMA || byte === QUOTE || byte === LF || byte === CR) return writeQuoted(out, start, text, from, to);
    out[at++] = byte;
  }
  return at;
}

function writeQuoted(out: Buffer, start: number, text: Buffer, from: number, to: number): number {
  let at = start;
  out[at++] = QUOTE;
  for (let i = from; i < to; i++) {
    if (text[i] === QUOTE) out[at++] = QUOTE;
    out[at++] = text[i]!;
  }
  out[at++] = QUOTE;
  return at;
}

function grown(buffer: Buffer, filled: number, wanted: number): Buffer {
  const larger = Buffer.allocUnsafe(2 * buffer.length + wanted);
  buffer.copy(larger, 0, 0, filled);
  return larger;
}
