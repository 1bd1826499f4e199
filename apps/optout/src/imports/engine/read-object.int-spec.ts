import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Storage } from '#storage';
import { type TestStorage, testStorage } from '#testing';
import { readObject } from './read-object.js';

const content = randomBytes(1_000_000);
let s3: TestStorage;
let storage: Storage;
let file: { objectKey: string; etag: string };
beforeAll(async () => {
  s3 = await testStorage();
  storage = new Storage(s3);
  file = {
    objectKey: 'uploads/read',
    ...(await storage.put('uploads/read', [content], { contentType: 'text/plain' })),
  };
});
afterAll(() => s3.close());

it('goes on by a new connection when its reader has taken long for a chunk, byte for byte', async () => {
  const get = jest.spyOn(storage, 'get');
  const chunks: Buffer[] = [];
  for await (const chunk of readObject(storage, file, { start: 10, end: 900_000 }, { restMs: 0 }))
    chunks.push(Buffer.from(chunk));
  expect(get.mock.calls.length).toBeGreaterThan(1);
  expect(Buffer.concat(chunks).equals(content.subarray(10, 900_000))).toBe(true);
});

it('fails where the storage has less than was asked for, and for another version', async () => {
  const read = async (wanted: { objectKey: string; etag: string }, end: number) => {
    for await (const _ of readObject(storage, wanted, { start: 0, end }));
  };
  await expect(read(file, content.length + 1)).rejects.toThrow();
  await expect(read({ ...file, etag: 'other' }, 10)).rejects.toThrow('has changed');
});
