/** PostgreSQL as the services use it: the data source and its migrations, COPY in and out, and the errors that code decides by. All SQL of the domain is in the apps. */
export { copyIn, copyOut } from './copy.js';
export { type DatabaseOptions, dataSourceOptions } from './data-source-options.js';
export { DatabaseModule } from './database.module.js';
export { hasNoRoom, isUnavailable, isUniqueViolation } from './errors.js';
export { LET_GO_WHEN_HANGING } from './let-go-when-hanging.js';
export { migrate } from './migrate.js';
export { migrationDoor } from './migration-door.js';
export type { Tx } from './tx.js';
