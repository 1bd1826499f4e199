import type { Records } from './kernels/records.js';
import type { OptOutBatch, OptOutFilter } from './opt-out.types.js';

/** One consistent state of one list, or of several merged into one. Lists that are read together have keys of one length. One stream at a time. */
export interface OptOutSnapshot {
  /** Where a later delta has to begin (`since`), if the snapshot was asked for one. RFC 3339 with microseconds. */
  readonly watermark?: string;
  /** How often each list has changed so far: what was built from a list still holds while this is the same. */
  readonly changes: ReadonlyMap<string, string>;
  /** The opt-outs in order of their keys, each once. */
  stream(filter?: OptOutFilter): AsyncIterable<OptOutBatch>;
  /** The plain values in order of their bytes, each once, a line each, LF. Opt-outs known by their hash alone are left out: see {@link hasHashOnly}. */
  plainLines(since?: string): AsyncIterable<Buffer>;
  /** Whether any opt-out (that came in after `since`) is known by its hash alone. */
  hasHashOnly(since?: string): Promise<boolean>;
  /** A mark for each of the records that is an opt-out. They are sorted; those with the same key are marked alike. */
  known(records: Records): Promise<Uint8Array>;
  /** Number of different opt-outs. */
  count(): Promise<number>;
}
