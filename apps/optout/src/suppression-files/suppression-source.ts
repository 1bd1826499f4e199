import type { KeyBytes } from '../opt-outs/index.js';

export type Format = 'plain' | 'md5' | 'sha512';

/** What a suppression file is made from. */
export interface SuppressionSource {
  format: Format;
  /** Lists that hold the opt-outs, and the global one's where their keys are of one kind. Sorted. */
  lists: string[];
  /** Of the keys of `lists`. */
  keyBytes: KeyBytes;
  /** The global list's, where its keys are of another kind. Sorted. */
  otherKeys: string[];
  /** Whole domains, sorted by bytes, without repeats. */
  domains: string[];
  /** A delta: only what came in after. RFC 3339 with microseconds. */
  since?: string;
}
