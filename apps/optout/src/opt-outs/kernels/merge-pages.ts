import type { KeyBytes, OptOutFact } from '../opt-out.types.js';
import type { BatchBuilder } from './batch-builder.js';
import { type Cursor, type KeyTaker, MergeCursors, moveOn, type SourcePage } from './merge-cursors.js';
import { KNOWS_PLAIN, LAST, ORDINAL, originAt } from './origins.js';

/** One run, or one collected row. */
export interface MergeSource {
  readonly fact: OptOutFact;
  /** Whether the fact passes the reader's filter. One that doesn't still lends its plain values. */
  readonly passes: boolean;
}

/** Runs that were folded into one, by their ordinals; those that aren't visible are left out. */
export interface FoldSource {
  readonly members: (MergeSource | undefined)[];
}

export type MergePage = SourcePage<MergeSource | FoldSource>;
type Place = Cursor<MergeSource | FoldSource>;

/** Merges pages into batches of opt-outs: each key once, with the fact that stands for it. */
export class MergePages implements KeyTaker<MergeSource | FoldSource> {
  private readonly cursors: MergeCursors<MergeSource | FoldSource>;
  /** Of the key at hand: where it stands, and the best that is known of it so far. */
  private keys: Buffer | null = null;
  private at = 0;
  private fact: OptOutFact | null = null;
  private plains: Buffer | null = null;
  private plainAt = 0;

  constructor(
    private readonly keyBytes: KeyBytes,
    private readonly builder: BatchBuilder,
    private readonly options: { plain: boolean; accepts?: (plains: Buffer, from: number, to: number) => boolean },
  ) {
    this.cursors = new MergeCursors(keyBytes, this);
  }

  add(page: MergePage): void {
    this.cursors.add(page);
  }

  end(): void {
    this.cursors.end();
  }

  alone(cursor: Place, to: number): void {
    const { source } = cursor;
    if (!this.options.plain && 'fact' in source) {
      if (source.passes) this.builder.addKeys(cursor.keys, cursor.at, to, source.fact);
      cursor.at = to;
      return;
    }
    while (cursor.at < to) {
      this.one(cursor);
      moveOn(cursor, this.keyBytes);
    }
  }

  one(cursor: Place): void {
    const { source, keys, at, plains, plainAt, origins } = cursor;
    let from: MergeSource | undefined;
    let knowsPlain = true;
    if (!origins) {
      from = source as MergeSource;
    } else {
      const origin = originAt(origins, cursor.originsAt);
      if (!(origin & LAST)) {
        this.shared(cursor);
        this.sharedEnd();
        return;
      }
      from = (source as FoldSource).members[origin & ORDINAL];
      knowsPlain = (origin & KNOWS_PLAIN) !== 0;
    }
    if (from?.passes) this.give(keys, at, knowsPlain ? plains : null, plainAt, from.fact);
  }

  shared(cursor: Place): void {
    const { source, plains } = cursor;
    this.keys = cursor.keys;
    this.at = cursor.at;
    const knowsPlain = 'fact' in source ? this.consider(source, true) : this.considerMembers(source, cursor);
    if (knowsPlain && !this.plains && plains && plains[cursor.plainAt]! > 0) {
      this.plains = plains;
      this.plainAt = cursor.plainAt;
    }
  }

  sharedEnd(): void {
    const { keys, at, fact, plains, plainAt } = this;
    this.fact = null;
    this.plains = null;
    if (fact) this.give(keys!, at, plains, plainAt, fact);
  }

  private give(keys: Buffer, at: number, plains: Buffer | null, plainAt: number, fact: OptOutFact): void {
    const { accepts } = this.options;
    if (accepts) {
      const length = plains ? plains[plainAt]! : 0;
      if (length === 0 || !accepts(plains!, plainAt + 1, plainAt + 1 + length)) return;
    }
    this.builder.add(keys, at, plains, plainAt, fact);
  }

  private consider(source: MergeSource, knowsPlain: boolean): boolean {
    if (source.passes && (!this.fact || isBetter(source.fact, this.fact))) this.fact = source.fact;
    return knowsPlain;
  }

  /** @returns whether one of those that are visible knows the plain value. */
  private considerMembers({ members }: FoldSource, { origins, originsAt }: Place): boolean {
    let knowsPlain = false;
    for (let at = originsAt; ; at += 2) {
      const origin = originAt(origins!, at);
      const member = members[origin & ORDINAL];
      if (member && this.consider(member, (origin & KNOWS_PLAIN) !== 0)) knowsPlain = true;
      if (origin & LAST) return knowsPlain;
    }
  }
}

/** The earliest collected fact stands for an opt-out, else the earliest imported one. */
function isBetter(one: OptOutFact, other: OptOutFact): boolean {
  return one.type === other.type ? one.at < other.at : one.type === 'collected';
}
