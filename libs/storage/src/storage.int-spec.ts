import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'minio';
import { s3Servers, type TestStorage, testStorage } from '#testing';
import { ObjectChanged, ObjectMissing, Storage, StorageRefused } from './index.js';

const MIB = 1024 * 1024;
const type = { contentType: 'application/octet-stream' };

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** The contract, on each kind of S3 server that this machine can have. */
describe.each(await s3Servers())('storage on $kind', (server) => {
  let settings: TestStorage;
  let storage: Storage;

  beforeAll(async () => {
    settings = await testStorage(server);
    storage = new Storage(settings);
  });
  afterAll(() => settings.close());

  const unfinishedUploads = async (key: string) => {
    const client = new Client({ ...server, endPoint: server.host, useSSL: false });
    return (await client.listIncompleteUploadsQuery(settings.s3Bucket, key, '', '', '')).uploads;
  };

  it('writes an object of unknown size in parts, and reads it back', async () => {
    const body = randomBytes(11 * MIB + 17);
    const put = await storage.put('a/large', pieces(body, 100_003), { ...type, partBytes: 5 * MIB });
    expect(put.size).toBe(body.length);
    expect(await storage.stat('a/large')).toMatchObject({ size: body.length, etag: put.etag });
    expect((await bytesOf(await storage.get('a/large'))).equals(body)).toBe(true);
  });

  it.each([0, 1, 5 * MIB])('writes an object of %d bytes', async (size) => {
    const body = randomBytes(size);
    expect(await storage.put(`a/size-${size}`, [body], { ...type, partBytes: 5 * MIB })).toMatchObject({ size });
    expect((await bytesOf(await storage.get(`a/size-${size}`))).equals(body)).toBe(true);
  });

  it('lets parts be finished when the rest has been written', async () => {
    for (const size of [10, 17 * MIB]) {
      const body = randomBytes(size);
      const holes = [0, 12 * MIB].filter((hole) => hole < size);
      const written = Buffer.from(body);
      for (const hole of holes) written.write('12345', hole);
      let ended = false;
      async function* ending() {
        yield* pieces(body, MIB);
        ended = true;
      }
      const finish = (part: Buffer, offset: number) => {
        const inPart = holes.filter((hole) => hole >= offset && hole < offset + part.length);
        if (ended) for (const hole of inPart) part.write('12345', hole - offset);
        return ended || inPart.length === 0;
      };
      await storage.put(`a/finished-${size}`, ending(), { ...type, partBytes: 5 * MIB, finish });
      expect((await bytesOf(await storage.get(`a/finished-${size}`))).equals(written)).toBe(true);
    }
  });

  it('leaves nothing behind when the source fails', async () => {
    async function* broken() {
      yield randomBytes(12 * MIB);
      throw new Error('the source broke');
    }
    await expect(storage.put('a/broken', broken(), { ...type, partBytes: 5 * MIB })).rejects.toThrow(
      'the source broke',
    );
    expect(await storage.stat('a/broken')).toBeUndefined();
    expect(await unfinishedUploads('a/broken')).toEqual([]);
  });

  it('reads ranges', async () => {
    await storage.put('a/range', [Buffer.from('0123456789')], type);
    const read = async (range: object) => (await bytesOf(await storage.get('a/range', range))).toString();
    expect(await read({ start: 2, end: 4 })).toBe('234');
    expect(await read({ start: 7 })).toBe('789');
    expect(await read({ end: 0 })).toBe('0');
    expect(await read({ start: 8, end: 100 })).toBe('89');
  });

  it('notices that an object is another one now', async () => {
    const { etag } = await storage.put('a/pinned', [Buffer.from('one')], type);
    expect((await bytesOf(await storage.get('a/pinned', { ifMatch: etag }))).toString()).toBe('one');
    await storage.put('a/pinned', [Buffer.from('two')], type);
    await expect(storage.get('a/pinned', { ifMatch: etag })).rejects.toThrow(ObjectChanged);
  });

  it('tells a missing object from one that it may not see', async () => {
    expect(await storage.stat('a/none')).toBeUndefined();
    await expect(storage.get('a/none')).rejects.toThrow(ObjectMissing);
    await storage.remove('a/none');
    const stranger = new Storage({ ...settings, s3SecretKey: 'not-the-secret-key' });
    await expect(stranger.stat('a/none')).rejects.toThrow(StorageRefused);
    await expect(stranger.get('a/none')).rejects.toThrow(StorageRefused);
    await expect(stranger.put('a/none', [Buffer.from('x')], type)).rejects.toThrow(StorageRefused);
    await expect(stranger.check()).rejects.toThrow();
  });

  it('lists and removes', async () => {
    for (const name of ['b', 'a', 'c']) await storage.put(`list/${name}`, [Buffer.from(name)], type);
    await storage.remove('list/c');
    const keys: string[] = [];
    for await (const { key } of storage.list('list/')) keys.push(key);
    expect(keys).toEqual(['list/a', 'list/b']);
  });

  it('signs an upload that anybody can make, and only that', async () => {
    const url = await storage.presignPut('uploads/one', { expiresSeconds: 60 });
    expect((await fetch(url, { method: 'PUT', body: 'hello' })).status).toBe(200);
    expect(await storage.stat('uploads/one')).toMatchObject({ size: 5 });
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url.replace('uploads/one', 'uploads/two'), { method: 'PUT', body: 'hello' })).status).toBe(403);
  });

  it('signs a download that is 404 until the object is there, under the name that it is to be saved by', async () => {
    const url = await storage.presignGet('downloads/x', {
      expiresSeconds: 60,
      fileName: 'Frühling "1".csv',
      contentType: 'text/csv; charset=utf-8',
    });
    expect((await fetch(url)).status).toBe(404);
    await storage.put('downloads/x', [Buffer.from('plain\n')], type);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Fr_hling _1_.csv"; filename*=UTF-8''Fr%C3%BChling%20%221%22.csv`,
    );
    expect(await answer.text()).toBe('plain\n');
  });

  it('signs for the address that clients use, without asking anybody', async () => {
    const elsewhere = new Storage({
      ...settings,
      s3Endpoint: 'http://127.0.0.1:1',
      s3PublicUrl: 'https://files.example',
    });
    const url = new URL(
      await elsewhere.presignGet('downloads/x', { expiresSeconds: 60, fileName: 'x', contentType: 'text/csv' }),
    );
    expect(url.origin).toBe('https://files.example');
    expect(url.pathname).toBe(`/${settings.s3Bucket}/downloads/x`);
  });

  it('sets up its bucket as often as it is asked to, with the rules that remove what nobody did', async () => {
    const fresh = { ...settings, s3Bucket: `${settings.s3Bucket}-fresh` };
    const client = new Client({ ...server, endPoint: server.host, useSSL: false });
    await Promise.all(Array.from({ length: 8 }, () => new Storage(fresh).ensureBucket()));
    await new Storage(fresh).ensureBucket();
    await new Storage(fresh).check();
    const rules = [(await client.getBucketLifecycle(fresh.s3Bucket))?.Rule].flat();
    expect(rules.map((rule) => rule?.ID)).toEqual(
      expect.arrayContaining(['expire-uploads', 'expire-downloads', 'expire-suppression', 'expire-cleanse']),
    );
    await client.removeBucket(fresh.s3Bucket);
  });
});
