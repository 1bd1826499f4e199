import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { s3Servers, type TestStorage, testStorage } from '#testing';
import { Storage } from './index.js';

const MIB = 1024 * 1024;
const options = { contentType: 'text/plain', partBytes: 5 * MIB };

describe.each(await s3Servers())('an upload to $kind', (server) => {
  let settings: TestStorage;
  beforeAll(async () => {
    settings = await testStorage(server);
  });
  afterAll(() => settings.close());

  /** A way to the storage that breaks when these words come by for the first time. */
  async function breakingAt(words: string) {
    const sockets: Socket[] = [];
    let broken = 0;
    const proxy = createServer((client) => {
      const storage = connect(server.port, server.host);
      for (const [one, other] of [
        [client, storage],
        [storage, client],
      ] as const)
        sockets.push(one.on('error', () => undefined).on('close', () => other.destroy()));
      storage.pipe(client);
      client.on('data', (chunk) => {
        if (broken > 0 || !chunk.includes(words)) return storage.write(chunk);
        broken++;
        client.resetAndDestroy();
      });
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as { port: number };
    return {
      storage: new Storage({ ...settings, s3Endpoint: `http://127.0.0.1:${port}` }),
      broken: () => broken,
      close() {
        proxy.close();
        for (const socket of sockets) socket.destroy();
      },
    };
  }

  it('outlives a connection that breaks, whatever was being asked by it', async () => {
    const requests = { whole: 'PUT /', begin: '?uploads', part: 'partNumber=2', end: '?uploadId=' };
    const attempts = Object.entries(requests).map(async ([name, words]) => {
      const way = await breakingAt(words);
      const body = randomBytes(name === 'whole' ? 1_000 : 5 * MIB + 1_000);
      try {
        const put = await way.storage.put(`a/${name}`, [body], options);
        const stored = await new Storage(settings).stat(`a/${name}`);
        return [name, way.broken(), stored?.size === body.length && stored.etag === put.etag];
      } finally {
        way.close();
      }
    });
    expect(await Promise.all(attempts)).toEqual(Object.keys(requests).map((name) => [name, 1, true]));
  });
});
