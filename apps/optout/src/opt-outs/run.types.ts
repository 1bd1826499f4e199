import type { KeyBytes } from './opt-out.types.js';

/** A run that is being filled, part by part. */
export interface Run {
  readonly id: string;
  readonly listId: string;
  readonly keyBytes: KeyBytes;
  readonly ownTable: boolean;
}

/** What a part, or a whole run, has. */
export interface RunContent {
  readonly keys: number;
  /** Of them, those without a plain value. */
  readonly hashOnly: number;
}

/** A stretch of the key space: `low` is in, `high` is not; null is its end. */
export interface KeySpan {
  readonly low: Buffer;
  readonly high: Buffer | null;
}
