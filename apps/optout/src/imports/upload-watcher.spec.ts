import { describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Storage } from '#storage';
import type { Imports } from './engine/index.js';
import { UploadWatcher } from './upload-watcher.js';

Logger.overrideLogger(false);
const ENDED = '0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11';
const CONTACTS = '5f0c1b0e-52f5-4b1d-8a39-2a1c3c4f7e01';

it('asks after no object that is none of an import', async () => {
  const asked: string[] = [];
  const removed: string[] = [];
  const storage = {
    async *list() {
      for (const key of [`uploads/${ENDED}`, `uploads/contacts/${ENDED}/${CONTACTS}`, 'uploads/other'])
        yield { key, size: 1, etag: 'x', lastModified: new Date() };
    },
    remove: async (key: string) => void removed.push(key),
  } as unknown as Storage;
  const imports = {
    open: async () => [],
    status: async (id: string) => {
      asked.push(id);
      return { status: 'success', objectKey: `uploads/${id}` };
    },
  } as unknown as Imports;
  await new UploadWatcher({} as DataSource, imports, storage).watch();
  expect(asked).toEqual([ENDED]);
  expect(removed).toEqual([`uploads/${ENDED}`]);
});

describe('an object that can not be dealt with', () => {
  const [first, second] = [ENDED, CONTACTS];
  const dataSource = { transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as DataSource;
  const objects = async function* () {
    for (const id of [first, second]) yield { key: `uploads/${id}`, size: 1, etag: 'x', lastModified: new Date() };
  };
  const open = async () =>
    [first, second].map((id) => ({
      id,
      objectKey: `uploads/${id}`,
      fileContentLength: 2,
      urlExpiresAt: new Date(0),
    }));
  const refusing = (done: string[]) => async (what: string) => {
    if (what.endsWith(first)) throw new Error('refused');
    done.push(what);
  };

  it('because the storage refuses to remove it does not keep the next one from being removed', async () => {
    const removed: string[] = [];
    const storage = { list: objects, remove: refusing(removed) } as unknown as Storage;
    const status = async (id: string) => ({ status: 'success', objectKey: `uploads/${id}` });
    const imports = { open: async () => [], status } as unknown as Imports;
    await new UploadWatcher(dataSource, imports, storage).watch();
    expect(removed).toEqual([`uploads/${second}`]);
  });

  it.each<[string, (watcher: UploadWatcher) => Promise<void>]>([
    ['is of another size', (watcher) => watcher.watch()],
    ['never came', (watcher) => watcher.giveUp()],
  ])('because its import can not be failed does not keep the next one, which %s, from failing', async (_, round) => {
    const failed: string[] = [];
    const fail = refusing(failed);
    const storage = { list: objects, stat: async () => undefined, remove: async () => undefined } as unknown as Storage;
    const imports = { open, fail: (_tx: unknown, id: string) => fail(id) } as unknown as Imports;
    await round(new UploadWatcher(dataSource, imports, storage));
    expect(failed).toEqual([second]);
  });
});
