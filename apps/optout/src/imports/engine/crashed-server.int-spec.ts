import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dataSourceOptions, migrate } from '#database';
import { Storage } from '#storage';
import { eventually, type PrivateServer, privatePostgres, type TestStorage, testStorage } from '#testing';
import { engineMigrations, engineOn, newList } from './test-engine.js';

Logger.overrideLogger(false);
let server: PrivateServer;
let s3: TestStorage;
let dataSource: DataSource;

beforeAll(async () => {
  [server, s3] = await Promise.all([privatePostgres(), testStorage()]);
  await migrate({ url: server.url, migrations: engineMigrations, applicationName: 'test' });
  dataSource = await new DataSource(dataSourceOptions({ url: server.url, applicationName: 'test' })).initialize();
}, 60_000);
afterAll(async () => {
  await dataSource?.destroy();
  await server?.close();
  await s3?.close();
});

/** The server forgets what is unlogged, without a warning; what was committed elsewhere stands. */
async function crash(): Promise<void> {
  await server.kill();
  await server.start();
  await eventually(() => dataSource.query('SELECT 1'));
}

it('a crash of PostgreSQL between two ranges and between two slices costs time, and no count', async () => {
  const engine = engineOn(dataSource, new Storage(s3));
  engine.progress.pagesASlice = 2;
  const list = newList('md5');
  const lines = Array.from({ length: 6_000 }, () => randomBytes(16).toString('hex'));
  const id = await engine.upload(list, [...lines, ...lines.slice(0, 50)].join('\n'));
  await dataSource.query('UPDATE import SET range_bytes = 50000 WHERE id = $1', [id]);
  const { messages, deliver } = engine;
  await deliver(messages.shift()!);
  await deliver(messages.shift()!);

  await crash();
  expect(await dataSource.query('SELECT 1 FROM import_range')).toEqual([]);
  await engine.work();
  expect((await engine.imports.status(id))!.stage).toBe('reading');
  await engine.upkeep.round();
  while (messages[0]!.type !== 'import-slice-requested') await deliver(messages.shift()!);
  await deliver(messages.shift()!);

  await crash();
  await engine.work();
  expect(await engine.imports.status(id)).toMatchObject({
    status: 'success',
    submittedCount: 6_050,
    addedCount: 6_000,
    malformedCount: 0,
  });
  expect(await engine.optOuts.count(list.listId)).toBe(6_000);
}, 60_000);

/** An import of two ranges that has stored the first of its slices when the server crashes. */
async function crashedInSlices({ givenUp }: { givenUp?: number } = {}) {
  const engine = engineOn(dataSource, new Storage(s3));
  engine.progress.pagesASlice = 2;
  const list = newList('md5');
  const lines = Array.from({ length: 6_000 }, () => randomBytes(16).toString('hex'));
  const id = await engine.upload(list, ['no hash', ...lines].join('\n'));
  await dataSource.query('UPDATE import SET range_bytes = 100000 WHERE id = $1', [id]);
  const { messages, deliver } = engine;
  await deliver(messages.shift()!);
  if (givenUp !== undefined) await engine.ranges.giveUp(id, messages.splice(givenUp, 1)[0]!.data.range);
  await deliver(await engine.untilSlices());
  const [{ added }] = await dataSource.query('SELECT sum(added)::int AS added FROM import_slice WHERE import_id = $1', [
    id,
  ]);
  await crash();
  return { engine, list, id, added };
}

it('an import whose file is gone when it has to be read again keeps what it had counted and stored', async () => {
  const { engine, list, id, added } = await crashedInSlices();
  await engine.storage.remove(`uploads/${id}`);
  await engine.work();
  const view = (await engine.imports.status(id))!;
  expect(view).toMatchObject({ status: 'failed', submittedCount: 6_001, addedCount: added, malformedCount: 1 });
  expect(view.message).toMatch(/removed.* 6,001 lines were read: .* opt-outs were added and are kept/);
  expect(await engine.malformed.of(id)).toMatchObject([{ line: 1 }]);
  expect(await engine.optOuts.count(list.listId)).toBe(added);
}, 60_000);

it('an import that stored slices without a part of its file has not succeeded when all of it is read after a crash', async () => {
  const { engine, list, id, added } = await crashedInSlices({ givenUp: 1 });
  await engine.work();
  const view = (await engine.imports.status(id))!;
  expect(view).toMatchObject({ status: 'failed', submittedCount: 6_001, malformedCount: 1 });
  expect(view.message).toMatch(/^Part 2 of the file could not be read/);
  expect(view.addedCount).toBeGreaterThan(added);
  expect(view.addedCount).toBeLessThan(6_000);
  expect(await engine.optOuts.count(list.listId)).toBe(view.addedCount);
}, 60_000);
