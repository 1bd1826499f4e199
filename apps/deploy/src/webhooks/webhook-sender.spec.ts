import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { WebhookSender } from './webhook-sender.js';

let server: Server;
let port: number;
let paths: string[];
let sender: WebhookSender;

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url!);
    response.writeHead(request.url === '/moved' ? 302 : 200, { location: '/elsewhere' }).end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());
afterEach(() => sender.onModuleDestroy());

function post(path: string, permitted: string[]): Promise<number> {
  paths = [];
  sender = new WebhookSender({ webhookAllowPrivate: permitted, webhookDisableAfterMs: 0, webhookKeepMs: 0 });
  return sender.post(`http://${path.replace(':0', `:${port}`)}`, {}, '{}');
}

it('goes to a name whose address is permitted, and to no other place that the answer names', async () => {
  expect(await post('localhost:0/moved', ['127.0.0.0/8'])).toBe(302);
  expect(paths).toEqual(['/moved']);
});

it.each(['localhost:0', '127.0.0.1:0', '[::ffff:127.0.0.1]:0', '0x7f.1:0'])(
  'does not go to %s unless it is permitted',
  async (host) => {
    await expect(post(`${host}/`, ['10.0.0.0/8'])).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(paths).toEqual([]);
  },
);
