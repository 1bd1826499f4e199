import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { Storage } from '#storage';
import type { Imports } from './engine/index.js';
import { UploadWatcher } from './upload-watcher.js';

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
