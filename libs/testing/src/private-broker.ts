import { startServers } from '../../../tools/servers/index.ts';
import { type PrivateServer, privateServer } from './private-server.js';

/** A RabbitMQ of the test's own, which it may kill and start again. A start takes some 6 to 10 s: give such a test its time-out. */
export function privateBroker(): Promise<PrivateServer> {
  return privateServer(
    'rabbitmq',
    async (instance) => (await startServers({ ...instance, rabbitmq: true })).rabbitmq.url,
  );
}
