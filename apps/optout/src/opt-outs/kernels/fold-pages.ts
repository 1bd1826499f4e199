import { pageBytes } from '../copy/page-rows.js';
import type { KeyBytes } from '../opt-out.types.js';
import { type Cursor, type KeyTaker, MergeCursors, moveOn, type SourcePage } from './merge-cursors.js';
import { KNOWS_PLAIN, LAST, ORDINAL, originAt } from './origins.js';

/** A key that everybody has must still fit on one page. */
export const MAX_MEMBERS = 3_500;

/** What is folded: by the ordinals that its members have now (a run: only the first), those that they get; undefined: a member that has gone. */
export type FoldedSource = readonly (number | undefined)[];

/** A page of a fold; its buffers are used again for the next one. */
export interface FoldPage {
  readonly keys: Buffer;
  readonly plains: Buffer | null;
  readonly origins: Buffer;
}

/** Merges the pages of runs and folds into pages of one fold. Who had a key is kept with it, so nothing that could be told of the runs is lost. */
export class FoldPages implements KeyTaker<FoldedSource> {
  keyCount = 0;
  private readonly cursors: MergeCursors<FoldedSource>;
  private readonly limit: number;
  private readonly keys: Buffer;
  private readonly plains: Buffer;
  private readonly origins: Buffer;
  private keysAt = 0;
  private plainsAt = 0;
  private originsAt = 0;
  private anyPlain = false;
  /** Of the key at hand. */
  private key: { keys: Buffer; at: number } | undefined;
  private plain: Buffer | undefined;
  private readonly members: number[] = [];

  /** @param onPage is given each page as it is full */
  constructor(
    private readonly keyBytes: KeyBytes,
    private readonly onPage: (page: FoldPage) => void,
  ) {
    this.cursors = new MergeCursors(keyBytes, this);
    // Less a word for the alignment of a column more.
    this.limit = pageBytes(keyBytes) - 16;
    this.keys = Buffer.alloc(this.limit);
    this.plains = Buffer.alloc(this.limit);
    this.origins = Buffer.alloc(this.limit);
  }

  add(page: SourcePage<FoldedSource>): void {
    this.cursors.add(page);
  }

  end(): void {
    this.cursors.end();
    this.flush();
  }

  alone(cursor: Cursor<FoldedSource>, to: number): void {
    while (cursor.at < to) {
      this.one(cursor);
      moveOn(cursor, this.keyBytes);
    }
  }

  one(cursor: Cursor<FoldedSource>): void {
    this.shared(cursor);
    this.sharedEnd();
  }

  shared(cursor: Cursor<FoldedSource>): void {
    const { source, keys, at, plains, plainAt, origins } = cursor;
    this.key = { keys, at };
    const length = plains ? plains[plainAt]! : 0;
    const before = this.members.length;
    if (!origins) {
      this.addMember(source[0], length > 0);
    } else {
      for (let from = cursor.originsAt; ; from += 2) {
        const origin = originAt(origins, from);
        this.addMember(source[origin & ORDINAL], (origin & KNOWS_PLAIN) !== 0 && length > 0);
        if (origin & LAST) break;
      }
    }
    if (!this.plain && this.members.slice(before).some((member) => member & KNOWS_PLAIN)) {
      this.plain = plains!.subarray(plainAt, plainAt + 1 + length);
    }
  }

  sharedEnd(): void {
    const { members, key, plain, keyBytes } = this;
    this.plain = undefined;
    if (members.length === 0) return;
    const plainBytes = plain?.length ?? 1;
    if (this.keysAt + this.plainsAt + this.originsAt + keyBytes + plainBytes + 2 * members.length > this.limit) {
      this.flush();
    }
    this.keysAt += key!.keys.copy(this.keys, this.keysAt, key!.at, key!.at + keyBytes);
    if (plain) {
      this.plainsAt += plain.copy(this.plains, this.plainsAt);
      this.anyPlain = true;
    } else {
      this.plains[this.plainsAt++] = 0;
    }
    members.sort((one, other) => (one & ORDINAL) - (other & ORDINAL));
    members[members.length - 1]! |= LAST;
    for (const member of members) this.originsAt = this.origins.writeUInt16BE(member, this.originsAt);
    members.length = 0;
    this.keyCount++;
  }

  private addMember(ordinal: number | undefined, knowsPlain: boolean): void {
    if (ordinal !== undefined) this.members.push(knowsPlain ? ordinal | KNOWS_PLAIN : ordinal);
  }

  private flush(): void {
    if (this.keysAt === 0) return;
    this.onPage({
      keys: this.keys.subarray(0, this.keysAt),
      plains: this.anyPlain ? this.plains.subarray(0, this.plainsAt) : null,
      origins: this.origins.subarray(0, this.originsAt),
    });
    this.keysAt = 0;
    this.plainsAt = 0;
    this.originsAt = 0;
    this.anyPlain = false;
  }
}
