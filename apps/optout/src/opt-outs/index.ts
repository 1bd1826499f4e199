/**
 * The store of opt-outs. A list is the merge, by key, of its visible runs (imports: immutable, sorted, in pages) and of its collected rows.
 *
 * Readers and collectors need {@link OptOuts} alone. The rest is for the import engine, which makes runs: {@link Runs}, and the kernels on packed records.
 */
export { copyRows } from './copy/copy-rows.js';
export { PageRows } from './copy/page-rows.js';
export { Erasure } from './erasure/erasure.js';
export { Folding } from './folding.js';
export { dropRepeats } from './kernels/drop-repeats.js';
export { fillRecords } from './kernels/fill-records.js';
export { hexInto } from './kernels/hex-into.js';
export { md5Into } from './kernels/md5.js';
export { Md5Lanes } from './kernels/md5-lanes.js';
export { Records } from './kernels/records.js';
export { sortRecords } from './kernels/sort-records.js';
export type {
  CollectedOptOut,
  CollectionType,
  KeyBytes,
  OptOutBatch,
  OptOutFact,
  OptOutFilter,
} from './opt-out.types.js';
export type { OptOutSnapshot } from './opt-out-snapshot.js';
export { OptOuts } from './opt-outs.js';
export { OptOutsModule } from './opt-outs.module.js';
export { bytea, readByIndex } from './page-tables.js';
export type { KeySpan, Run, RunContent } from './run.types.js';
export { Runs } from './runs.js';
