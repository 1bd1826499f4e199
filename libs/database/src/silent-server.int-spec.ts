import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { type TestDatabase, testDatabase } from '#testing';
import { dataSourceOptions } from './data-source-options.js';
import { isUnavailable } from './index.js';

const SILENCE_MS = 200;

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  const options = { url: database.url, poolSize: 1, applicationName: 'silent', silenceMs: SILENCE_MS };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.close();
});

const backend = async (): Promise<number> => (await dataSource.query('SELECT pg_backend_pid() AS pid'))[0].pid;

it('a server that is silent is unavailable, and the next query has a connection of its own', async () => {
  const before = await backend();
  const error = await dataSource.query('SELECT pg_sleep(60)').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  expect(isUnavailable(error)).toBe(true);
  expect(await backend()).not.toBe(before);
});

it('a transaction fails with its silent server, and is over', async () => {
  const error = await dataSource
    .transaction((tx) => tx.query('SELECT pg_sleep(60)'))
    .catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  expect(await backend()).toEqual(expect.any(Number));
});

it('a connection of which nobody asks anything may be silent', async () => {
  const runner = dataSource.createQueryRunner();
  const pid = async () => (await runner.query('SELECT pg_backend_pid() AS pid'))[0].pid;
  const before = await pid();
  await pause(SILENCE_MS * 3);
  expect(await pid()).toBe(before);
  // And is still watched.
  await expect(runner.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await runner.release();
});
