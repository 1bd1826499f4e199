import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '#testing';
import { isUnavailable } from './index.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const settings = (names: string) =>
  database.dataSource.query(`SELECT name, setting FROM pg_settings WHERE name LIKE $1 ORDER BY name`, [names]);

it('the server looks after what became of hosts and processes', async () => {
  expect(await settings('tcp_keepalives_%')).toEqual([
    { name: 'tcp_keepalives_count', setting: '6' },
    { name: 'tcp_keepalives_idle', setting: '60' },
    { name: 'tcp_keepalives_interval', setting: '10' },
  ]);
  expect(await settings('idle_in_transaction_session_timeout')).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '1800000' },
  ]);
});

it('a transaction whose process hangs is ended, and its lock is free for the next one', async () => {
  const { dataSource } = database;
  const hanging = dataSource.createQueryRunner();
  await hanging.startTransaction();
  await hanging.query(
    `SELECT pg_advisory_xact_lock(1), set_config('idle_in_transaction_session_timeout', '100', true)`,
  );
  await dataSource.transaction((tx) => tx.query('SELECT pg_advisory_xact_lock(1)'));
  const error = await hanging.query('SELECT 1').catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  await hanging.release();
  await expect(dataSource.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
});
