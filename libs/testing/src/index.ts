/**
 * Real servers for tests: PostgreSQL, RabbitMQ and S3 of the instance `.heed/test`, started by Jest before the first integration test
 * and left running for the next run. Each test file has a database, a virtual host and a bucket of its own, so files never meet.
 *
 * Never shipped: nothing outside of tests imports it (its imports reach into tools/, so it works under Jest alone).
 */
export { doorConfig } from './door-config.js';
export { eventually } from './eventually.js';
export { holdUpdates } from './held-updates.js';
export { answersAnyRequest } from './openapi/any-request.js';
export { DescribedApi } from './openapi/described-api.js';
export { privateBroker } from './private-broker.js';
export { privatePostgres } from './private-postgres.js';
export type { PrivateServer } from './private-server.js';
export { privateStorage } from './private-storage.js';
export { type S3Address, s3Servers } from './servers.js';
export { doorEnvironment, end, type ServiceProcesses, serviceProcesses, startDoor } from './service-processes.js';
export { gatewayLog, killDoor, type RunningSystem, startDoors, startSystem } from './system.js';
export { type TestBroker, testBroker } from './test-broker.js';
export { type TestDatabase, testDatabase } from './test-database.js';
export { type TestStorage, testStorage } from './test-storage.js';
