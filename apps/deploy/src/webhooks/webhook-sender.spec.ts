import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { type WebhookAnswer, WebhookSender } from './webhook-sender.js';

let server: Server;
let port: number;
let paths: string[];
let sender: WebhookSender;

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url!);
    if (request.url === '/other-protocol')
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
    if (request.url === '/never' || request.url === '/other-protocol') return;
    response
      .writeHead(request.url === '/moved' ? 302 : 200, { location: '/elsewhere', 'retry-after': '7' })
      .end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());
afterEach(() => sender.onModuleDestroy());

const settings = { webhookDisableAfterMs: 0, webhookKeepMs: 0, webhookMostRetryAfterMs: 0 };

function post(path: string, permitted: string[], { scheme = 'http', timeoutMs = 15_000 } = {}): Promise<WebhookAnswer> {
  paths = [];
  sender = new WebhookSender({ ...settings, webhookAllowPrivate: permitted, webhookTimeoutMs: timeoutMs });
  return sender.post(`${scheme}://${path.replace(':0', `:${port}`)}`, {}, '{}');
}

it('goes to a name whose address is permitted, and to no other place that the answer names', async () => {
  expect(await post('localhost:0/moved', ['127.0.0.0/8'])).toEqual({ status: 302, retryAfter: '7' });
  expect(paths).toEqual(['/moved']);
});

it.each(['localhost:0', '127.0.0.1:0', '[::ffff:127.0.0.1]:0', '0x7f.1:0'])(
  'does not go to %s unless it is permitted',
  async (host) => {
    await expect(post(`${host}/`, ['10.0.0.0/8'])).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(paths).toEqual([]);
  },
);

it('takes a change of the protocol for an answer as any other', async () => {
  expect(await post('127.0.0.1:0/other-protocol', ['127.0.0.0/8'])).toEqual({ status: 101, retryAfter: undefined });
});

it('gives up an endpoint that does not answer in time', async () => {
  await expect(post('127.0.0.1:0/never', ['127.0.0.0/8'], { timeoutMs: 200 })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(paths).toEqual(['/never']);
});

it('speaks to nobody who can not prove by TLS who he is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heed-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  const requests: string[] = [];
  const impostor = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    requests.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
  try {
    const address = `localhost:${(impostor.address() as AddressInfo).port}/`;
    await expect(post(address, ['127.0.0.0/8'], { scheme: 'https' })).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(requests).toEqual([]);
    await expect(post('127.0.0.1:0', ['127.0.0.0/8'], { scheme: 'https' })).rejects.toMatchObject({ code: 'EPROTO' });
  } finally {
    impostor.close();
    rmSync(folder, { recursive: true });
  }
});
