import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { normaliseEmail, normalisePhone } from '#identity';
import { copyAddress } from '../imports/engine/index.js';
import { hexInto, md5Into } from '../opt-outs/index.js';
import { unknownHash } from './cleansing-refusal.js';
import type { ListSide } from './list-side.js';
import type { Verdicts } from './verdicts.js';

const LF = 10;
const MOST_ADDRESS_BYTES = 254;
const OTHER_HASH = /^[0-9a-f]{24,}$/i;

export interface EntryKind {
  channel: 'email' | 'sms';
  /** How national numbers are read. */
  region?: string;
  /** Suppressed with everything below them. */
  domains: readonly string[];
}

/**
 * Makes keys of the entries of a mailing list. An address is looked for in all lists; a hash can only be looked for in lists that keep the same kind of hash, and one that can't be looked for in all of them ends
 * the cleansing: nobody may stay in a cleansed list because we couldn't tell.
 */
export class EntryReader {
  /** Whether there was one: a hash can't be compared with a domain. */
  hashes = false;
  private readonly domains: ReadonlySet<string>;
  private readonly scratch = Buffer.alloc(1_024);
  private readonly value = Buffer.alloc(1_024);

  constructor(
    private readonly kind: EntryKind,
    private readonly sides: readonly ListSide[],
    private readonly verdicts: Verdicts,
  ) {
    this.domains = new Set(kind.domains);
  }

  /** Reads the field in `bytes[start..end)` as the so-manieth entry. @returns false if it is malformed. @throws SuppressionRefusal */
  read(bytes: Buffer, start: number, end: number, entry: number): boolean {
    const length = end - start;
    if (length === 32 || length === 128) {
      const side = this.sides.find(({ keyBytes }) => keyBytes * 2 === length);
      const words = side?.words ?? new Uint32Array(length / 8);
      const at = side?.add(entry) ?? 0;
      if (hexInto(bytes, start, words, at, length / 8)) {
        if (!side || this.sides.length > 1) throw unknownHash();
        this.hashes = true;
        return true;
      }
      side?.drop();
    }
    const valueBytes = this.kind.channel === 'email' ? this.address(bytes, start, end) : this.number(bytes, start, end);
    if (valueBytes === 0) return this.blankedHash(bytes.toString('utf8', start, end), entry);
    for (const side of this.sides) this.addKey(side, valueBytes, entry);
    if (this.domains.size > 0 && this.isSuppressed(valueBytes)) this.verdicts.add(entry);
    return true;
  }

  /** Reads a hash with blanks around it that are known to Unicode alone. @returns false if it is none */
  private blankedHash(field: string, entry: number): boolean {
    const text = field.trim();
    if (!OTHER_HASH.test(text)) return false;
    if (text.length === field.length) throw unknownHash();
    return this.read(Buffer.from(text), 0, text.length, entry);
  }

  /** Writes the normalised address to `value`. @returns its length; 0 if it is none */
  private address(bytes: Buffer, start: number, end: number): number {
    if (end - start <= MOST_ADDRESS_BYTES) {
      bytes.copy(this.scratch, 0, start, end);
      this.scratch[end - start] = LF;
      const length = copyAddress(this.scratch, 0, this.value, 0);
      if (length > 0) return length;
    }
    return this.text(bytes.subarray(start, end), normaliseEmail);
  }

  private number(bytes: Buffer, start: number, end: number): number {
    return this.text(bytes.subarray(start, end), (text) => normalisePhone(text, this.kind.region));
  }

  private text(field: Buffer, normalise: (text: string) => string | undefined): number {
    if (!isUtf8(field)) return 0;
    const value = normalise(field.toString());
    return value === undefined ? 0 : this.value.write(value);
  }

  private addKey(side: ListSide, length: number, entry: number): void {
    const at = side.add(entry);
    if (side.keyBytes === 16) {
      md5Into(this.value, 0, length, side.words, at);
      return;
    }
    const digest = hash('sha512', this.value.subarray(0, length), 'buffer');
    for (let word = 0; word < 16; word++) side.words[at + word] = digest.readUInt32BE(word * 4);
  }

  private isSuppressed(length: number): boolean {
    let domain = this.value.toString('utf8', this.value.lastIndexOf('@', length - 1) + 1, length);
    for (;;) {
      if (this.domains.has(domain)) return true;
      const dot = domain.indexOf('.');
      if (dot < 0) return false;
      domain = domain.slice(dot + 1);
    }
  }
}
