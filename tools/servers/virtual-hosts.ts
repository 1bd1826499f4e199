/** RabbitMQ's management API, as far as a virtual host of one's own needs it. */
import type { RabbitAddress } from './rabbitmq.ts';

/** Makes it, and gives its AMQP URL. Whoever makes it may do everything in it. */
export async function createVirtualHost(rabbitmq: RabbitAddress, name: string): Promise<string> {
  await manage(rabbitmq, 'PUT', `vhosts/${name}`);
  return `${rabbitmq.url}/${name}`;
}

/** Removes it with all that is in it; its connections are closed. */
export async function removeVirtualHost(rabbitmq: RabbitAddress, name: string): Promise<void> {
  await manage(rabbitmq, 'DELETE', `vhosts/${name}`);
}

/** A call below `/api/`. @throws when the answer isn't 2xx */
export async function manage(rabbitmq: RabbitAddress, method: string, path: string, body?: unknown): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${rabbitmq.user}:${rabbitmq.password}`).toString('base64')}`;
  const answer = await fetch(`${rabbitmq.managementUrl}/api/${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`RabbitMQ's management answered ${answer.status} to ${method} ${path}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
