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
