/**
 * Opt-outs as rows of CSV (RFC 4180 quoting, LF, UTF-8), written as bytes.
 *
 * A hundred million rows must neither become strings nor objects: hashes are written from the keys, plain values are copied, and the columns that tell of the fact are made once for all opt-outs of an import.
 * Values are exactly what was kept; nothing is put before a `=` or `+` to please spreadsheets. A row of one empty value is `""`: many readers skip an empty line, and would miss an opt-out.
 */
import type { KeyBytes, OptOutBatch, OptOutFact } from '../opt-outs/index.js';
import type { Column } from './selection.js';

const COMMA = 0x2c;
const LF = 0x0a;
const QUOTE = 0x22;
const CR = 0x0d;

/** Four digits for two bytes, both as one little-endian number: a hash is written in half as many steps as it has bytes. */
const HEX = Uint32Array.from({ length: 65_536 }, (_, bytes) =>
  Buffer.from(Buffer.of(bytes & 0xff, bytes >> 8).toString('hex')).readUInt32LE(),
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

/** What a fact adds to each of its rows. */
interface Made {
  /** By segment; empty for those of the opt-out itself. */
  values: Buffer[];
  /** Of all of them together. */
  bytes: number;
}

export class CsvRows {
  private readonly segments: Segment[] = [];
  private readonly made = new WeakMap<OptOutFact, Made>();
  /** Only then a row can be nothing but its line break. */
  private readonly isSingle: boolean;
  private out: Buffer = Buffer.alloc(0);
  private view = new DataView(this.out.buffer);

  constructor(private readonly columns: readonly Column[]) {
    for (const column of columns) {
      const last = this.segments.at(-1);
      if (column === 'plain' || column === 'hashed') this.segments.push(column);
      else if (Array.isArray(last)) last.push(column);
      else this.segments.push([column]);
    }
    this.isSingle = this.segments.length === 1;
  }

  header(): Buffer {
    return Buffer.from(`${this.columns.map((column) => names[column]).join(',')}\n`);
  }

  /** One row an opt-out, in the batch's order. The next call writes over what this one returned. */
  rows(batch: OptOutBatch): Buffer {
    const { size, keyBytes, keys, plains, plainEnds, facts } = batch;
    const last = this.segments.length - 1;
    let { out, view } = this;
    let at = 0;
    let fact: OptOutFact | undefined;
    let values: Buffer[] = [];
    let fixed = 0;
    for (let i = 0; i < size; i++) {
      if (facts[i] !== fact) {
        fact = facts[i]!;
        const made = this.made.get(fact) ?? this.make(fact);
        values = made.values;
        fixed = this.segments.length + 2 * keyBytes + made.bytes;
      }
      const from = i === 0 ? 0 : plainEnds[i - 1]!;
      const to = plainEnds[i]!;
      const most = fixed + 2 * (to - from) + 4;
      if (at + most > out.length) ({ out, view } = this.grow(at, most * (size - i)));
      const start = at;
      for (let s = 0; s <= last; s++) {
        const segment = this.segments[s]!;
        if (segment === 'hashed') at = writeHex(view, at, keys, i * keyBytes, keyBytes);
        else if (segment === 'plain') at = writeText(out, at, plains, from, to);
        else {
          const value = values[s]!;
          out.set(value, at);
          at += value.length;
        }
        if (this.isSingle && at === start) {
          out[at++] = QUOTE;
          out[at++] = QUOTE;
        }
        out[at++] = s === last ? LF : COMMA;
      }
    }
    return out.subarray(0, at);
  }

  /** Room for so many bytes more. */
  private grow(filled: number, wanted: number): { out: Buffer; view: DataView } {
    const { out } = this;
    this.out = Buffer.allocUnsafeSlow(filled + wanted);
    out.copy(this.out, 0, 0, filled);
    this.view = new DataView(this.out.buffer);
    return { out: this.out, view: this.view };
  }

  private make(fact: OptOutFact): Made {
    const values = this.segments.map((segment) =>
      Buffer.from(Array.isArray(segment) ? segment.map((column) => factValue(column, fact)).join(',') : ''),
    );
    const made = { values, bytes: values.reduce((sum, value) => sum + value.length, 0) };
    this.made.set(fact, made);
    return made;
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
  for (let i = 0; i < keyBytes; i += 2)
    view.setUint32(at + 2 * i, HEX[keys[from + i]! | (keys[from + i + 1]! << 8)]!, true);
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
