/** A mistake that somebody could make. */
export interface Plant {
  name: string;
  /** What is wrong then. */
  mistake: string;
  /** Each text stands in its file exactly once: when it doesn't any more, the plant has to be made anew. */
  edits: { file: string; find: string; replace: string }[];
  /** Harm that brings it to light, see `--only` of faults.ts; nothing at all if it shows by itself. */
  only: string;
  minutes: number;
  /** The promise of which the checker must find that it is broken. */
  broken: RegExp;
}

/** A pattern that no harm matches. */
export const UNHARMED = '^$';
