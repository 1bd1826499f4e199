import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServers } from '../../../tools/servers/index.ts';
import { eventually } from './eventually.js';
import { type PrivateServer, privateServer } from './private-server.js';

interface PrivateBroker extends PrivateServer {
  /**
   * Resolves when these quorum queues would outlive a kill. RabbitMQ answers a declaration some moments before the queue's name is in its directory on disk;
   * a queue that is not found there after a kill stays without a leader.
   */
  keeps: (queues: string[]) => Promise<unknown>;
}

/** A RabbitMQ of the test's own, which it may kill and start again. A start takes some 6 to 10 s: give such a test its time-out. */
export async function privateBroker(): Promise<PrivateBroker> {
  let dir = '';
  const server = await privateServer('rabbitmq', async (instance) => {
    dir = instance.dir;
    return (await startServers({ ...instance, rabbitmq: true })).rabbitmq.url;
  });
  // A name ends where the next term begins, with the tag of a binary (Erlang's external term format).
  const onDisk = (queue: string) =>
    globSync(join(dir, 'rabbitmq/mnesia/*/quorum/*/names.dets')).some((file) =>
      readFileSync(file).includes(`_${queue}m`),
    );
  return {
    ...server,
    keeps: (queues) => eventually(() => queues.every(onDisk)),
  };
}
