import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { eventually, type TestDatabase, testDatabase } from '#testing';
import { migrate } from './migrate.js';

class Adds1763726400000 implements MigrationInterface {
  up = (runner: QueryRunner) => runner.query('ALTER TABLE read_for_long ADD COLUMN added int');
  down = async () => {};
}

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('a change of a table that is being read lets others read it while it waits, and is made at last', async () => {
  const { dataSource } = database;
  const options = { url: database.url, migrations: [Adds1763726400000], applicationName: 'migrating' };
  await dataSource.query('CREATE TABLE read_for_long (n int)');
  const reader = dataSource.createQueryRunner();
  await reader.startTransaction();
  await reader.query('SELECT * FROM read_for_long');

  const migrating = migrate(options, { lockTimeoutMs: 100, pauseMs: 10 });
  await eventually(async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE application_name = 'migrating' AND wait_event_type = 'Lock'`;
    expect(await dataSource.query(waiting)).toHaveLength(1);
  });
  expect(await dataSource.query('SELECT * FROM read_for_long')).toEqual([]);

  await reader.commitTransaction();
  await reader.release();
  await migrating;
  await dataSource.query('SELECT added FROM read_for_long');
});
