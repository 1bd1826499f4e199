import type { KeyBytes } from '../opt-out.types.js';
import { lowerBound } from './fill-records.js';
import { LAST, originAt } from './origins.js';

/** Sorted keys of one source; for each a length byte and its plain value (null: none of them is known); of a fold for each its origins. */
export interface SourcePage<Source> {
  readonly source: Source;
  readonly keys: Buffer;
  readonly plains: Buffer | null;
  readonly origins?: Buffer | null;
}

/** A page, and the place in it that the merge has come to. */
export interface Cursor<Source> extends SourcePage<Source> {
  at: number;
  plainAt: number;
  originsAt: number;
  /** The first four bytes of the key at hand, as a signed number of the same order, which V8 keeps without a box: decides most comparisons. */
  head: number;
}

/** Who gets the keys in their order. */
export interface KeyTaker<Source> {
  /** Keys that no other source has, from the cursor's place up to byte `to`. The taker moves the cursor there. */
  alone(cursor: Cursor<Source>, to: number): void;
  /** The key at the cursor's place, which no other source has. */
  one(cursor: Cursor<Source>): void;
  /** One of the sources that have the key at hand. */
  shared(cursor: Cursor<Source>): void;
  /** That were all who have it. */
  sharedEnd(): void;
}

/**
 * Merges pages of any number of sources by key. Pages come in the order of their first keys, so whatever lies before the newest page's first key is complete: of each source at most a page or
 * two are held.
 */
export class MergeCursors<Source> {
  /** A heap: the smallest key is on top. */
  private readonly cursors: Cursor<Source>[] = [];

  constructor(
    private readonly keyBytes: KeyBytes,
    private readonly taker: KeyTaker<Source>,
  ) {}

  add(page: SourcePage<Source>): void {
    this.drain(page.keys);
    this.cursors.push({ ...page, at: 0, plainAt: 0, originsAt: 0, head: headAt(page.keys, 0) });
    this.siftUp(this.cursors.length - 1);
  }

  end(): void {
    this.drain(null);
  }

  /** Merges all that is less than the first key of `bound`. */
  private drain(bound: Buffer | null): void {
    const { cursors, keyBytes, taker } = this;
    const boundHead = bound ? headAt(bound, 0) : 0;
    while (cursors.length > 0) {
      const top = cursors[0]!;
      if (bound && !isLess(top.head, top.keys, top.at, boundHead, bound, 0, keyBytes)) return;
      if (cursors.length === 1) {
        this.passAlone(top, bound);
      } else if (top.head < this.nextHead()) {
        taker.one(top);
        this.advanceTop(top);
      } else {
        this.passSmallest();
      }
    }
  }

  /** Of the second smallest key: one of the two below the top. */
  private nextHead(): number {
    const { cursors } = this;
    const { head } = cursors[1]!;
    return cursors.length > 2 ? Math.min(head, cursors[2]!.head) : head;
  }

  /** There is no other source up to the bound: its keys go on in one piece. */
  private passAlone(cursor: Cursor<Source>, bound: Buffer | null): void {
    const { keyBytes } = this;
    const { keys } = cursor;
    let to = keys.length;
    if (bound && keys.compare(bound, 0, keyBytes, to - keyBytes) >= 0) {
      to = lowerBound(keys, keyBytes, bound.subarray(0, keyBytes)) * keyBytes;
    }
    this.taker.alone(cursor, to);
    if (to === keys.length) this.cursors.pop();
    else cursor.head = headAt(keys, cursor.at);
  }

  /** Takes the smallest key out of every source that has it. */
  private passSmallest(): void {
    const { keyBytes, cursors, taker } = this;
    const { keys, at, head } = cursors[0]!;
    for (let top: Cursor<Source> | undefined = cursors[0]; top; top = cursors[0]) {
      if (top.head !== head || compareKeys(top.keys, top.at, keys, at, keyBytes) !== 0) break;
      taker.shared(top);
      this.advanceTop(top);
    }
    taker.sharedEnd();
  }

  private advanceTop(top: Cursor<Source>): void {
    const { cursors, keyBytes } = this;
    moveOn(top, keyBytes);
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
    const moving = cursors[0]!;
    let at = 0;
    for (let child = 1; child < cursors.length; child = 2 * at + 1) {
      if (child + 1 < cursors.length && this.isBefore(cursors[child + 1]!, cursors[child]!)) child++;
      if (!this.isBefore(cursors[child]!, moving)) break;
      cursors[at] = cursors[child]!;
      at = child;
    }
    cursors[at] = moving;
  }

  private isBefore(one: Cursor<Source>, other: Cursor<Source>): boolean {
    return isLess(one.head, one.keys, one.at, other.head, other.keys, other.at, this.keyBytes);
  }

  private swap(one: number, other: number): void {
    const { cursors } = this;
    const cursor = cursors[one]!;
    cursors[one] = cursors[other]!;
    cursors[other] = cursor;
  }
}

/** To the next key of the page. */
export function moveOn<Source>(cursor: Cursor<Source>, keyBytes: KeyBytes): void {
  const { plains, origins } = cursor;
  if (plains) cursor.plainAt += plains[cursor.plainAt]! + 1;
  if (origins) {
    while ((originAt(origins, cursor.originsAt) & LAST) === 0) cursor.originsAt += 2;
    cursor.originsAt += 2;
  }
  cursor.at += keyBytes;
}

function headAt(keys: Buffer, at: number): number {
  return ((keys[at]! ^ 0x80) << 24) | (keys[at + 1]! << 16) | (keys[at + 2]! << 8) | keys[at + 3]!;
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
