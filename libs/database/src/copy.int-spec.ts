import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '#testing';
import { copyIn, copyOut, isUnavailable, isUniqueViolation } from './index.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.dataSource.query('CREATE TABLE number (n int PRIMARY KEY)');
});
beforeEach(() => database.dataSource.query('TRUNCATE number'));
afterAll(() => database.close());

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => Buffer.from(`${from + i}\n`));
const count = async () => (await database.dataSource.query('SELECT count(*)::int AS n FROM number'))[0].n;
const fill = (chunks: Iterable<Buffer> | AsyncIterable<Buffer>) =>
  database.dataSource.transaction((tx) => copyIn(tx, 'COPY number FROM STDIN', chunks));
const backends = async () =>
  (
    await database.dataSource.query(
      'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()',
    )
  )[0].n;

describe('copyIn', () => {
  it('writes rows in the transaction and counts them', async () => {
    expect(await fill(lines(0, 50_000))).toBe(50_000);
    expect(await count()).toBe(50_000);
  });

  it('leaves nothing when the server refuses a row, and says why', async () => {
    const failure = await fill([...lines(0, 10), Buffer.from('5\n'), ...lines(10, 20_000)]).catch((error) => error);
    expect(isUniqueViolation(failure, 'number_pkey')).toBe(true);
    expect(await count()).toBe(0);
  });

  it('leaves nothing when the source fails, and no broken connection in the pool', async () => {
    for (let i = 0; i < 15; i++) {
      const broken = async function* () {
        yield* lines(0, 100);
        throw new Error('source broke');
      };
      await expect(fill(broken())).rejects.toThrow('source broke');
    }
    expect(await count()).toBe(0);
    expect(await backends()).toBeLessThanOrEqual(10);
  });
});

describe('copyOut', () => {
  const read = async (limit: number) =>
    database.dataSource.transaction(async (tx) => {
      let bytes = 0;
      for await (const chunk of copyOut(tx, 'COPY (SELECT n FROM number ORDER BY n) TO STDOUT')) {
        bytes += chunk.length;
        if (bytes > limit) throw new Error('enough');
      }
      return bytes;
    });

  it('yields everything', async () => {
    await fill(lines(0, 100_000));
    expect(await read(Number.POSITIVE_INFINITY)).toBe(Buffer.concat(lines(0, 100_000)).length);
  });

  it('can be left in the middle; the pool stays whole', async () => {
    await fill(lines(0, 100_000));
    for (let i = 0; i < 15; i++) await expect(read(1_000)).rejects.toThrow('enough');
    expect(await count()).toBe(100_000);
  });

  it('tells that a cut connection passes by itself', async () => {
    await fill(lines(0, 100_000));
    const cut = database.dataSource.transaction(async (tx) => {
      const [{ pid }] = await tx.query('SELECT pg_backend_pid() AS pid');
      await database.dataSource.query('SELECT pg_terminate_backend($1)', [pid]);
      for await (const _ of copyOut(tx, 'COPY (SELECT n FROM number a, generate_series(1, 1000)) TO STDOUT'));
    });
    expect(isUnavailable(await cut.catch((error) => error))).toBe(true);
  });
});
