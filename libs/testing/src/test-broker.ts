import { createVirtualHost, manage, removeVirtualHost } from '../../../tools/servers/index.ts';
import { servers, uniqueName } from './servers.js';

export interface TestBroker {
  /** AMQP, to a virtual host of this file's own. */
  url: string;
  /** Asks the broker's management API, below `/api/`; `{vhost}` stands for this file's own: `manage('queues/{vhost}')`. */
  manage: (path: string) => Promise<unknown>;
  /** Removes the virtual host with all that is in it; its connections are closed. */
  close: () => Promise<void>;
}

export async function testBroker(): Promise<TestBroker> {
  const { rabbitmq } = await servers();
  const name = uniqueName('test');
  return {
    url: await createVirtualHost(rabbitmq, name),
    manage: (path) => manage(rabbitmq, 'GET', path.replace('{vhost}', name)),
    close: () => removeVirtualHost(rabbitmq, name),
  };
}
