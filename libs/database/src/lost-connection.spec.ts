import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options.js';
import { isUnavailable } from './index.js';

const message = (type: string, body: string) => {
  const bytes = Buffer.from(`${type}....${body}`, 'latin1');
  bytes.writeInt32BE(body.length + 4, 1);
  return bytes;
};
/** What a server sends that shuts down just when it has let somebody in: all in one packet. */
const WELCOME_AND_FAREWELL = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('Z', 'I'),
  message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
]);

let server: Server;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(WELCOME_AND_FAREWELL));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

it('a connection that is lost in the moment in which it is handed out fails its query, and not the process', async () => {
  const { port } = server.address() as AddressInfo;
  const url = `postgres://nobody@127.0.0.1:${port}/none`;
  const dataSource = new DataSource(dataSourceOptions({ url, applicationName: 'test' }));
  const error = await dataSource.initialize().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(isUnavailable(error)).toBe(true);
});
