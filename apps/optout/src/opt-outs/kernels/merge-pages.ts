import type { KeyBytes, OptOutFact } from '../opt-out.types.js';
import type { BatchBuilder } from './batch-builder.js';
import { lowerBound } from './fill-records.js';

/** A run, or one collected row. */
export interface MergeSource {
  readonly fact: OptOutFact;
  /** Whether the fact passes the reader's filter. One that doesn't still lends its plain values. */
  readonly passes: boolean;
}

/** Sorted keys of one source, and for each a length byte and its plain value. */
export interface MergePage {
  readonly source: MergeSource;
  readonly keys: Buffer;
  readonly plains: Buffer | null;
}

interface Cursor extends MergePage {
  at: number;
  plainAt: number;
  /** The first four bytes of the key at hand: decides most comparisons. */
  head: number;
}

/**
 * Merges pages of any number of sources by key, each key once. Pages come in the order of their first keys, so whatever lies before the newest page's first key is complete: of each
 * source at most a page or two are held.
 */
export class MergePages {
  /** A heap: the smallest key is on top. */
  private readonly cursors: Cursor[] = [];

  constructor(
    private readonly keyBytes: KeyBytes,
    private readonly builder: BatchBuilder,
    private readonly options: { plain: boolean; accepts?: (plains: Buffer, from: number, to: number) => boolean },
  ) {}

  add(page: MergePage): void {
    this.drain(page.keys);
    this.cursors.push({ ...page, at: 0, plainAt: 0, head: headAt(page.keys, 0) });
    this.siftUp(this.cursors.length - 1);
  }

  end(): void {
    this.drain(null);
  }

  /** Merges all that is less than the first key of `bound`. */
  private drain(bound: Buffer | null): void {
    const { cursors, keyBytes } = this;
    const boundHead = bound ? headAt(bound, 0) : 0;
    while (cursors.length > 0) {
      const top = cursors[0]!;
      if (bound && !isLess(top.head, top.keys, top.at, boundHead, bound, 0, keyBytes)) return;
      if (cursors.length === 1) this.passAlone(top, bound);
      else this.passSmallest();
    }
  }

  /** There is no other source up to the bound: its keys go on in one piece. */
  private passAlone(cursor: Cursor, bound: Buffer | null): void {
    const { keyBytes, builder, options } = this;
    const { keys, plains, source } = cursor;
    let to = keys.length;
    if (bound && keys.compare(bound, 0, keyBytes, to - keyBytes) >= 0) {
      to = lowerBound(keys, keyBytes, bound.subarray(0, keyBytes)) * keyBytes;
    }
    if (!options.plain) {
      if (source.passes) builder.addKeys(keys, cursor.at, to, source.fact);
      cursor.at = to;
    } else {
      for (; cursor.at < to; cursor.at += keyBytes) {
        if (source.passes) this.emit(keys, cursor.at, plains, cursor.plainAt, source.fact);
        if (plains) cursor.plainAt += plains[cursor.plainAt]! + 1;
      }
    }
    if (to === keys.length) this.cursors.pop();
    else cursor.head = headAt(keys, cursor.at);
  }

  /** Takes the smallest key out of every source that has it. */
  private passSmallest(): void {
    const { keyBytes, cursors } = this;
    const { keys, at, head } = cursors[0]!;
    let fact: OptOutFact | undefined;
    let plains: Buffer | null = null;
    let plainAt = 0;
    for (let top: Cursor | undefined = cursors[0]; top; top = cursors[0]) {
      if (top.head !== head || compareKeys(top.keys, top.at, keys, at, keyBytes) !== 0) break;
      if (top.source.passes && (!fact || isBetter(top.source.fact, fact))) fact = top.source.fact;
      if (!plains && top.plains && top.plains[top.plainAt]! > 0) {
        plains = top.plains;
        plainAt = top.plainAt;
      }
      this.advanceTop(top);
    }
    if (!fact) return;
    if (this.options.plain) this.emit(keys, at, plains, plainAt, fact);
    else this.builder.add(keys, at, null, 0, fact);
  }

  private emit(keys: Buffer, at: number, plains: Buffer | null, plainAt: number, fact: OptOutFact): void {
    const { accepts } = this.options;
    if (accepts) {
      const length = plains ? plains[plainAt]! : 0;
      if (length === 0 || !accepts(plains!, plainAt + 1, plainAt + 1 + length)) return;
    }
    this.builder.add(keys, at, plains, plainAt, fact);
  }

  private advanceTop(top: Cursor): void {
    const { cursors, keyBytes } = this;
    if (top.plains) top.plainAt += top.plains[top.plainAt]! + 1;
    top.at += keyBytes;
    if (top.at < top.keys.length) {
      top.head = headAt(top.keys, top.at);
    } else {
      const last = cursors.pop()!;
      if (cursors.length === 0 || last === top) return;
      cursors[0] = last;
    }
    this.siftDown();
  }

  private siftUp(from: number): void {
    const { cursors } = this;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(cursors[at]!, cursors[parent]!)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private siftDown(): void {
    const { cursors } = this;
    let at = 0;
    for (;;) {
      let least = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2; child++) {
        if (child < cursors.length && this.isBefore(cursors[child]!, cursors[least]!)) least = child;
      }
      if (least === at) return;
      this.swap(at, least);
      at = least;
    }
  }

  private isBefore(one: Cursor, other: Cursor): boolean {
    return isLess(one.head, one.keys, one.at, other.head, other.keys, other.at, this.keyBytes);
  }

  private swap(one: number, other: number): void {
    const { cursors } = this;
    const cursor = cursors[one]!;
    cursors[one] = cursors[other]!;
    cursors[other] = cursor;
  }
}

/** The earliest collected fact stands for an opt-out, else the earliest imported one. */
function isBetter(one: OptOutFact, other: OptOutFact): boolean {
  return one.type === other.type ? one.at < other.at : one.type === 'collected';
}

function headAt(keys: Buffer, at: number): number {
  return ((keys[at]! << 24) | (keys[at + 1]! << 16) | (keys[at + 2]! << 8) | keys[at + 3]!) >>> 0;
}

function isLess(
  head: number,
  keys: Buffer,
  at: number,
  otherHead: number,
  otherKeys: Buffer,
  otherAt: number,
  keyBytes: number,
): boolean {
  return head === otherHead ? compareKeys(keys, at, otherKeys, otherAt, keyBytes) < 0 : head < otherHead;
}

function compareKeys(keys: Buffer, at: number, otherKeys: Buffer, otherAt: number, keyBytes: number): number {
  return keys.compare(otherKeys, otherAt, otherAt + keyBytes, at, at + keyBytes);
}
