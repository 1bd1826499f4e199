import { startServers } from '../../../tools/servers/index.ts';
import { type PrivateServer, privateServer } from './private-server.js';

/** A PostgreSQL of the test's own, which it may kill and start again; empty, as durable as a real one. A first start takes some 2 s. */
export function privatePostgres(): Promise<PrivateServer> {
  return privateServer(
    'postgres',
    async (instance) => (await startServers({ ...instance, postgres: true })).postgres.url,
  );
}
