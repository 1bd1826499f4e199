import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { type TestDatabase, testDatabase } from '#testing';
import { dataSourceOptions } from './data-source-options.js';
import { poolOf } from './pool.js';
import { PoolWait } from './pool-wait.js';

const CONNECTIONS = 2;
const WAITING = 10;

let database: TestDatabase;
let dataSource: DataSource;
let wait: PoolWait;

beforeAll(async () => {
  database = await testDatabase();
  const options = dataSourceOptions({ url: database.url, poolSize: CONNECTIONS, applicationName: 'pool-wait' });
  dataSource = await new DataSource(options).initialize();
  wait = new PoolWait(poolOf(dataSource));
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.close();
});

/** Takes every connection until told to give it back. */
async function useUp(): Promise<() => Promise<void>> {
  const runners = Array.from({ length: CONNECTIONS }, () => dataSource.createQueryRunner());
  await Promise.all(runners.map((runner) => runner.connect()));
  return async () => void (await Promise.all(runners.map((runner) => runner.release())));
}

it('expects nobody to wait while connections are free, or are all taken and nobody asks', async () => {
  expect(wait.expectedMs()).toBe(0);
  const giveBack = await useUp();
  expect(wait.expectedMs()).toBe(0);
  await giveBack();
});

it('expects a wait that grows while nobody is served, and none as soon as the queue is gone', async () => {
  const giveBack = await useUp();
  const queries = Array.from({ length: WAITING }, () => dataSource.query('SELECT 1'));
  expect(wait.expectedMs()).toBe(0);
  while (wait.expectedMs() < 1_000) await turn();
  await giveBack();
  await Promise.all(queries);
  expect(wait.expectedMs()).toBe(0);
});

it('expects less of a queue of which many are served', async () => {
  const queries = Array.from({ length: 200 }, () => dataSource.query('SELECT pg_sleep(0.005)'));
  const expected: number[] = [];
  const over = Promise.all(queries).then(() => true);
  while (!(await Promise.race([over, turn(false)]))) expected.push(wait.expectedMs());
  const judged = expected.filter((ms) => ms > 0);
  expect(judged.length).toBeGreaterThan(0);
  expect(judged.at(-1)!).toBeLessThan(judged[0]!);
});
