/**
 * A worker that is killed by SIGKILL at the worst moment of a part, with all of it written and nothing committed, costs that part and no count. The moment is held by a trigger that waits for
 * a lock of the test's. Needs a build.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Storage } from '#storage';
import {
  eventually,
  type TestBroker,
  type TestDatabase,
  type TestStorage,
  testBroker,
  testDatabase,
  testStorage,
} from '#testing';

let database: TestDatabase;
let broker: TestBroker;
let s3: TestStorage;
let environment: Record<string, string>;
const doors: ChildProcess[] = [];

function door(name: 'worker' | 'migrate'): ChildProcess {
  const child = spawn(process.execPath, [`dist/apps/optout/src/${name}.js`], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: environment,
    stdio: 'ignore',
  });
  doors.push(child);
  return child;
}

beforeAll(async () => {
  [database, broker, s3] = await Promise.all([testDatabase(), testBroker(), testStorage()]);
  environment = {
    PATH: process.env.PATH!,
    HEED_PORT: '0',
    HEED_DATABASE_URL: database.url,
    HEED_AMQP_URL: broker.url,
    HEED_DOCS_URL: 'http://docs.example',
    HEED_ADMIN_TOKENS: 'tests:0123456789abcdef',
    HEED_S3_ENDPOINT: s3.s3Endpoint,
    HEED_S3_PUBLIC_URL: s3.s3PublicUrl,
    HEED_S3_REGION: s3.s3Region,
    HEED_S3_BUCKET: s3.s3Bucket,
    HEED_S3_ACCESS_KEY: s3.s3AccessKey,
    HEED_S3_SECRET_KEY: s3.s3SecretKey,
  };
  expect(await once(door('migrate'), 'exit')).toEqual([0, null]);
  await database.dataSource.query(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$`);
}, 60_000);

afterAll(async () => {
  for (const one of doors) one.kill('SIGKILL');
  await database?.close();
  await broker?.close();
  await s3?.close();
});

it.each(['import_range', 'import_slice'])(
  'in a part of %s',
  async (table) => {
    const { dataSource } = database;
    const lines = Array.from({ length: 3_000 }, () => randomBytes(16).toString('hex'));
    const [id, list] = [randomUUID(), randomBytes(8).toString('hex')];
    const body = Buffer.from([...lines, ...lines.slice(0, 100), 'nobody'].join('\n'));
    const holding = dataSource.createQueryRunner();
    await holding.startTransaction();
    await holding.query('SELECT pg_advisory_xact_lock(1)');
    await dataSource.query(`CREATE TRIGGER hold BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION hold()`);

    const worker = door('worker');
    await new Storage(s3).put(`uploads/${id}`, [body], { contentType: 'text/plain' });
    await dataSource.query(
      `INSERT INTO import (id, list_id, user_id, channel, storage, file_content_length, object_key, url_expires_at, range_bytes)
     VALUES ($1, $2, 'user', 'email', 'md5', $3, $4, now() + interval '15 minutes', 40000)`,
      [id, list, body.length, `uploads/${id}`],
    );
    await eventually(
      async () =>
        (
          await dataSource.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
          )
        ).length > 0,
      { timeoutMs: 30_000 },
    );
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await holding.rollbackTransaction();
    await holding.release();
    await dataSource.query(`DROP TRIGGER hold ON ${table}`);
    expect((await dataSource.query('SELECT status FROM import WHERE id = $1', [id]))[0].status).toBe('running');

    const second = door('worker');
    const ended = await eventually(
      async () => {
        const [row] = await dataSource.query(
          `SELECT status, submitted_count::int, added_count::int, malformed_count::int FROM import WHERE id = $1 AND status <> 'running'`,
          [id],
        );
        return row ?? false;
      },
      { timeoutMs: 60_000 },
    );
    expect(ended).toEqual({ status: 'success', submitted_count: 3_101, added_count: 3_000, malformed_count: 1 });
    second.kill('SIGKILL');
  },
  120_000,
);
