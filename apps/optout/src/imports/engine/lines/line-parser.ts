import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { isMd5Hex, isNorthAmerican, isSha512Hex, normaliseEmail, normalisePhone } from '#identity';
import type { Records } from '../../../opt-outs/index.js';
import { Md5Lanes, md5Into } from '../../../opt-outs/index.js';
import type { ImportTarget } from '../import.types.js';
import { copyAddress } from './address-bytes.js';
import type { MalformedLines, MalformedReason } from './malformed-lines.js';
import { copyNumber, NUMBER_DIGITS } from './number-bytes.js';
import { MAX_LINE_BYTES } from './split-lines.js';

/**
 * Makes opt-outs of lines, in the loop that finds the lines: a hash becomes the words of a key, an address is lower-cased, checked and hashed on its bytes. Only what is out of the ordinary
 * becomes a string. Blank lines don't count; malformed ones are counted, reported and dropped.
 */
const LF = 10;
const CR = 13;
const INVALID = 0x80;
const HEX = new Uint8Array(256).fill(INVALID);
for (let digit = 0; digit < 16; digit++) {
  HEX[digit.toString(16).charCodeAt(0)] = digit;
  HEX[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** Empty between two calls of {@link LineParser.parse}. */
const lanes = new Md5Lanes();

export class LineParser {
  submitted = 0;
  malformed = 0;
  private blank = 0;
  private readonly hexDigits: number;
  private readonly northAmerica: boolean;

  constructor(
    private readonly target: ImportTarget,
    private readonly records: Records,
    private readonly report: MalformedLines,
  ) {
    this.hexDigits = records.keyBytes * 2;
    this.northAmerica = target.region !== undefined && isNorthAmerican(target.region);
  }

  /** All lines so far, blank ones too. */
  get lines(): number {
    return this.submitted + this.blank;
  }

  /** Reads the lines in `data[from..to)`, each ended by LF. @returns where it stopped: before `to` if the records are full. */
  parse(data: Buffer, from: number, to: number): number {
    lanes.words = this.records.words;
    const stopped = this.parseLines(data, from, to);
    lanes.flush();
    return stopped;
  }

  private parseLines(data: Buffer, from: number, to: number): number {
    const { records, hexDigits } = this;
    const isEmail = this.target.channel === 'email';
    let at = from;
    while (at < to) {
      if (hexDigits === 32) at = this.md5Lines(data, at, to);
      if (at === to || records.isFull) return at;
      const end = at + hexDigits;
      if (end < to && (data[end] === LF || (data[end] === CR && data[end + 1] === LF)) && this.addHash(data, at)) {
        this.submitted++;
        at = end + (data[end] === LF ? 1 : 2);
        continue;
      }
      if (isEmail) {
        const length = copyAddress(data, at, records.arena, records.arenaEnd + 1);
        if (length > 0) {
          this.submitted++;
          this.addValue(length);
          at += length + (data[at + length] === LF ? 1 : 2);
          continue;
        }
      } else {
        const length = copyNumber(data, at, records.arena, records.arenaEnd + 1, this.northAmerica);
        if (length > 0) {
          this.submitted++;
          this.addValue(NUMBER_DIGITS);
          at += length + (data[at + length] === LF ? 1 : 2);
          continue;
        }
      }
      at = this.unusual(data, at);
    }
    return at;
  }

  /** Reads lines as long as each is an MD5 and its line break: most of most files. @returns where the first other line begins. */
  private md5Lines(data: Uint8Array, from: number, to: number): number {
    const { records } = this;
    const { words, width, arenaEnd, arenaLimit } = records;
    if (arenaEnd + 256 > arenaLimit) return from;
    const room = Math.min(records.capacity * width, words.length - width + 1);
    const start = records.count * width;
    let write = start;
    let at = from;
    for (; at + 32 < to && write < room; write += width) {
      const after = data[at + 32]!;
      if (after !== LF && (after !== CR || data[at + 33] !== LF)) break;
      let all = 0;
      for (let word = 0; word < 4; word++) {
        const digit = at + word * 8;
        const a = HEX[data[digit]!]!;
        const b = HEX[data[digit + 1]!]!;
        const c = HEX[data[digit + 2]!]!;
        const d = HEX[data[digit + 3]!]!;
        const e = HEX[data[digit + 4]!]!;
        const f = HEX[data[digit + 5]!]!;
        const g = HEX[data[digit + 6]!]!;
        const h = HEX[data[digit + 7]!]!;
        all |= a | b | c | d | e | f | g | h;
        words[write + word] = (a << 28) | (b << 24) | (c << 20) | (d << 16) | (e << 12) | (f << 8) | (g << 4) | h;
      }
      if (all & INVALID) break;
      if (width > 4) words[write + 4] = 0;
      at += after === LF ? 33 : 34;
    }
    const added = (write - start) / width;
    records.count += added;
    this.submitted += added;
    return at;
  }

  /** Counts a line of which only its length is known. */
  tooLong(): void {
    this.submitted++;
    this.drop('too_long');
  }

  /** The last line that was counted is malformed. */
  private drop(reason: MalformedReason, text?: string): void {
    this.malformed++;
    this.report.add(this.lines, reason, text);
  }

  private unusual(data: Buffer, from: number): number {
    const lf = data.indexOf(LF, from);
    const next = lf + 1;
    const end = lf > from && data[lf - 1] === CR ? lf - 1 : lf;
    if (end - from > MAX_LINE_BYTES) {
      this.tooLong();
      return next;
    }
    const bytes = data.subarray(from, end);
    const text = bytes.toString().trim();
    const readable = isUtf8(bytes);
    if (readable && text === '') {
      this.blank++;
      return next;
    }
    this.submitted++;
    if (!readable) this.drop('not_utf8', text);
    else if (!this.addText(text)) this.drop(this.reasonOf(text), text);
    return next;
  }

  private reasonOf(text: string): MalformedReason {
    if (/^[0-9a-f]{24,}$/i.test(text)) return 'other_hash';
    return this.target.channel === 'email' ? 'no_email_address' : 'no_phone_number';
  }

  private addText(text: string): boolean {
    const { records, target } = this;
    if (records.keyBytes === 16 ? isMd5Hex(text) : isSha512Hex(text)) return this.addHash(Buffer.from(text), 0);
    const value = target.channel === 'email' ? normaliseEmail(text) : normalisePhone(text, target.region);
    if (value === undefined) return false;
    this.addValue(records.arena.write(value, records.arenaEnd + 1));
    return true;
  }

  /** Adds the key whose hex digits begin at `at`. @returns false, with nothing added, if one of them is none. */
  private addHash(data: Uint8Array, at: number): boolean {
    const { records } = this;
    const { words, keyWords, width } = records;
    const start = records.count * width;
    let from = at;
    let all = 0;
    for (let word = start; word < start + keyWords; word++, from += 8) {
      const a = HEX[data[from]!]!;
      const b = HEX[data[from + 1]!]!;
      const c = HEX[data[from + 2]!]!;
      const d = HEX[data[from + 3]!]!;
      const e = HEX[data[from + 4]!]!;
      const f = HEX[data[from + 5]!]!;
      const g = HEX[data[from + 6]!]!;
      const h = HEX[data[from + 7]!]!;
      all |= a | b | c | d | e | f | g | h;
      words[word] = (a << 28) | (b << 24) | (c << 20) | (d << 16) | (e << 12) | (f << 8) | (g << 4) | h;
    }
    if (all & INVALID) return false;
    if (width > keyWords) words[start + keyWords] = 0;
    records.count++;
    return true;
  }

  /** Adds the value that stands in the arena behind a place for its length byte. */
  private addValue(length: number): void {
    const { records } = this;
    const { words, arena, arenaEnd, keyWords, width } = records;
    const at = records.count * width;
    const from = arenaEnd + 1;
    if (keyWords === 4) {
      if (!lanes.add(records.arenaView, from, length, at)) md5Into(arena, from, from + length, words, at);
    } else {
      const digest = hash('sha512', arena.subarray(from, from + length), 'buffer');
      for (let word = 0; word < keyWords; word++) words[at + word] = digest.readUInt32BE(word * 4);
    }
    if (width > keyWords) {
      arena[arenaEnd] = length;
      words[at + keyWords] = arenaEnd;
      records.arenaEnd = from + length;
    }
    records.count++;
  }
}
