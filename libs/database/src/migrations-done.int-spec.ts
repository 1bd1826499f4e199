import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type TestDatabase, testDatabase } from '#testing';
import { migrate } from './migrate.js';
import { migrationDoor } from './migration-door.js';
import { migrationsDone } from './migrations-done.js';

class First1763726400000 implements MigrationInterface {
  up = (runner: QueryRunner) => runner.query('CREATE TABLE first (n int)');
  down = async () => {};
}
class Second1763726400001 implements MigrationInterface {
  up = (runner: QueryRunner) => runner.query('CREATE TABLE second (n int)');
  down = async () => {};
}

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const options = (...migrations: (new () => MigrationInterface)[]) => ({
  url: database.url,
  migrations,
  applicationName: 'test',
});

it('waits until somebody has migrated, and does nothing itself', async () => {
  let done = false;
  const waiting = migrationsDone(options(First1763726400000, Second1763726400001), { pollMs: 10 }).then(() => {
    done = true;
  });
  await migrate(options(First1763726400000));
  // The wait has certainly looked once more when this one, which waits for less, is through.
  await migrationDoor(options(First1763726400000), ['--wait']);
  expect(done).toBe(false);
  await migrationDoor(options(First1763726400000, Second1763726400001), []);
  await waiting;
});

it('waits for nothing when the database is ahead, as it is after going back to an older version', async () => {
  await migrationDoor(options(First1763726400000), ['--wait']);
});

it('rejects what waiting does not mend', async () => {
  const url = new URL(database.url);
  url.password = 'wrong';
  await expect(migrationsDone({ ...options(First1763726400000), url: url.href })).rejects.toThrow();
});
