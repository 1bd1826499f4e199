export type { ImportStage, ImportStatus, ImportTarget, ImportView, NewImport } from './import.types.js';
export { ImportSettingsModule } from './import-settings.js';
export { Imports } from './imports.js';
export { ImportsModule, ImportsWorkerModule } from './imports-engine.module.js';
export { copyAddress } from './lines/address-bytes.js';
export { MALFORMED_REASONS } from './lines/malformed-lines.js';
export { MalformedReport, type ReportedLine } from './malformed-report.js';
export { readObject } from './read-object.js';
