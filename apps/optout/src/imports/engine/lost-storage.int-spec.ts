import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { isUnavailable } from '#database';
import { Storage } from '#storage';
import { privateStorage, type TestDatabase, testDatabase } from '#testing';
import { engineMigrations, engineOn, newList } from './test-engine.js';

Logger.overrideLogger(false);
// A range is 16 MB, more than the system's socket buffers take of one that nobody reads: none can be sent whole before the server dies.
const LINES = 1_000_000;
const RANGE_BYTES = (LINES / 2) * 33;

let server: Awaited<ReturnType<typeof privateStorage>>;
let database: TestDatabase;
let storage: Storage;
let engine: ReturnType<typeof engineOn>;

beforeAll(async () => {
  [server, database] = await Promise.all([privateStorage(), testDatabase({ migrations: engineMigrations })]);
  storage = new Storage(server.settings);
  engine = engineOn(database.dataSource, storage);
}, 60_000);
beforeEach(() => server.start());
afterAll(async () => {
  await database?.close();
  await server?.close();
});

/** What the retries of the broker see: an error that is counted, not one that is waited out for as long as it takes. */
async function fails(message: Parameters<typeof engine.deliver>[0]): Promise<void> {
  const error = await engine.deliver(message).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'StorageGone' });
  expect(isUnavailable(error)).toBe(false);
}

/** An import of two ranges, planned, the first of them read; the storage dies while it sends the second. */
async function killedInSecondRange() {
  const list = newList('md5');
  const hex = randomBytes(LINES * 16).toString('hex');
  const lines = Array.from({ length: LINES }, (_, n) => hex.slice(n * 32, n * 32 + 32));
  const file = `${lines.join('\n')}\n`;
  const id = await engine.upload(list, file);
  await database.dataSource.query('UPDATE import SET range_bytes = $2 WHERE id = $1', [id, RANGE_BYTES]);
  const { messages } = engine;
  await engine.deliver(messages.shift()!);
  await engine.deliver(messages.shift()!);
  const second = messages.shift()!;
  const get = storage.get.bind(storage);
  storage.get = async (...asked) => {
    const stream = await get(...asked);
    await server.kill();
    return stream;
  };
  await fails(second);
  storage.get = get;
  await fails(second);
  return { list, file, id, second };
}

it('a storage that goes away in the middle of a range and comes back costs time, and no count', async () => {
  const { list, id, second } = await killedInSecondRange();
  expect((await engine.imports.status(id))!.status).toBe('running');
  await server.start();
  await engine.deliver(second);
  await engine.work();
  expect(await engine.imports.status(id)).toMatchObject({
    status: 'success',
    submittedCount: LINES,
    addedCount: LINES,
    malformedCount: 0,
  });
  expect(await engine.optOuts.count(list.listId)).toBe(LINES);
}, 60_000);

it('a storage that stays away ends the import with what was read; the same file can be sent again', async () => {
  const { list, file, id, second } = await killedInSecondRange();
  await engine.ranges.giveUp(id, second.data.range);
  await engine.work();
  const view = (await engine.imports.status(id))!;
  expect(view).toMatchObject({ status: 'failed', submittedCount: LINES / 2, addedCount: LINES / 2, malformedCount: 0 });
  expect(view.message).toMatch(/^Part 2 of the file could not be read.*500,000 opt-outs were added and are kept/);
  await server.start();
  expect(await engine.run(list, file)).toMatchObject({ status: 'success', addedCount: LINES / 2 });
  expect(await engine.optOuts.count(list.listId)).toBe(LINES);
}, 60_000);

it('a storage that is away before the file is opened ends the import with nothing added', async () => {
  const id = await engine.upload(newList(), 'a@x.io');
  const plan = engine.messages.shift()!;
  await server.kill();
  await fails(plan);
  await engine.planner.giveUp(id);
  engine.messages.length = 0;
  expect(await engine.imports.status(id)).toMatchObject({ status: 'failed', submittedCount: 0, addedCount: 0 });
});
