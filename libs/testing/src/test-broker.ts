import { servers, uniqueName } from './servers.js';

export interface TestBroker {
  /** AMQP, to a virtual host of this file's own. */
  url: string;
  /** Asks the broker's management API, below `/api/`, about this virtual host: `queues/{vhost}/…`. */
  manage: (path: string) => Promise<unknown>;
  /** Removes the virtual host with all that is in it; its connections are closed. */
  close: () => Promise<void>;
}

export async function testBroker(): Promise<TestBroker> {
  const { rabbitmq } = await servers();
  const vhost = uniqueName('test');
  const authorization = `Basic ${Buffer.from(`${rabbitmq.user}:${rabbitmq.password}`).toString('base64')}`;
  const call = async (method: string, path: string) => {
    const answer = await fetch(`${rabbitmq.managementUrl}/api/${path}`, { method, headers: { authorization } });
    if (!answer.ok) throw new Error(`RabbitMQ's management answered ${answer.status} to ${method} ${path}`);
    return answer;
  };
  await call('PUT', `vhosts/${vhost}`);
  return {
    url: `${rabbitmq.url}/${vhost}`,
    manage: async (path) => (await call('GET', path.replace('{vhost}', vhost))).json(),
    close: async () => {
      await call('DELETE', `vhosts/${vhost}`);
    },
  };
}
