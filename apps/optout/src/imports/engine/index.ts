export type { ImportStage, ImportStatus, ImportTarget, ImportView, NewImport } from './import.types.js';
export { Imports } from './imports.js';
export { ImportsModule, ImportsWorkerModule } from './imports-engine.module.js';
