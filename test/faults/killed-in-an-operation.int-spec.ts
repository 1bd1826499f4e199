/**
 * A worker that is killed by SIGKILL in the middle of a bulk import, with a batch written and not committed, costs that batch and nothing else: the next worker ends with exact counts, and with one
 * event for each brand that was added. The moment is held by a trigger that waits for a lock of the test's. Needs a build.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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
import { listen } from '../e2e/support/events.js';

const rows = 45_000;
const subscribed = rows / 10;
const [accountId, brandId, id] = [randomUUID(), randomUUID(), randomUUID()];

let database: TestDatabase;
let broker: TestBroker;
let s3: TestStorage;
let environment: Record<string, string>;
const doors: ChildProcess[] = [];

function door(name: 'worker' | 'migrate'): ChildProcess {
  const child = spawn(process.execPath, [`dist/apps/deploy/src/${name}.js`], {
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
  await database.dataSource.query(`INSERT INTO account (id, name) VALUES ($1, 'acme')`, [accountId]);
  await database.dataSource.query(
    `INSERT INTO brand (account_id, id, name, folded_name, enabled, esps, verticals, unsubscribe_handling)
     VALUES ($1, $2, 'Shoes', 'shoes', true, '[]', '[]', '{}')`,
    [accountId, brandId],
  );
}, 60_000);

afterAll(async () => {
  for (const one of doors) one.kill('SIGKILL');
  await database?.close();
  await broker?.close();
  await s3?.close();
});

it('ends with exact counts and events', async () => {
  const { dataSource } = database;
  const holding = dataSource.createQueryRunner();
  await holding.startTransaction();
  await holding.query('SELECT pg_advisory_xact_lock(1)');
  // The first batch is committed; the second is all written when it waits.
  await dataSource.query(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
    CREATE TRIGGER hold BEFORE UPDATE ON operation FOR EACH ROW WHEN (OLD.done > 0) EXECUTE FUNCTION hold()`);
  const body = file();
  await new Storage(s3).put(`uploads/contacts/${id}`, [body], { contentType: 'text/csv' });
  const { etag } = (await new Storage(s3).stat(`uploads/contacts/${id}`))!;
  const request = { objectKey: `uploads/contacts/${id}`, etag, bytes: body.length, format: 'csv' };
  const heard = await listen(broker.url, 'brand-subscribe');
  const first = door('worker');
  await dataSource.query(
    `INSERT INTO operation (id, account_id, kind, request, started_by) VALUES ($1, $2, 'contact-import', $3, 'tests')`,
    [id, accountId, JSON.stringify({ ...request, publishBrandSubscribeEvents: true })],
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
  first.kill('SIGKILL');
  await once(first, 'exit');
  await holding.rollbackTransaction();
  await holding.release();
  await dataSource.query('DROP TRIGGER hold ON operation');
  const counted = async () => {
    const [row] = await dataSource.query('SELECT count(*)::int AS count FROM contact WHERE account_id = $1', [
      accountId,
    ]);
    return row.count;
  };
  expect(await counted()).toBe(20_000);

  door('worker');
  const ended = await eventually(
    async () => {
      const [row] = await dataSource.query(
        `SELECT status, progress->'created' AS created, progress->'updated' AS updated, progress->'refused' AS refused
         FROM operation WHERE id = $1 AND status <> 'running'`,
        [id],
      );
      return row ?? false;
    },
    { timeoutMs: 60_000 },
  );
  expect(ended).toEqual({ status: 'succeeded', created: rows, updated: 0, refused: 3 });
  expect(await counted()).toBe(rows);
  await eventually(async () => (await dataSource.query('SELECT 1 FROM outbox LIMIT 1')).length === 0, {
    timeoutMs: 60_000,
  });
  await eventually(async () => new Set(heard.events.map((event) => event.id)).size >= subscribed, {
    timeoutMs: 30_000,
  });
  // What the relay had sent and not yet deleted comes again, with the same id.
  expect(new Set(heard.events.map((event) => event.id)).size).toBe(subscribed);
  expect(new Set(heard.events.map(({ data }) => data.email)).size).toBe(subscribed);
  await heard.close();
}, 150_000);

/** The rows in error are within the batch that is lost. */
function file(): Buffer {
  const lines = ['email,brandIds'];
  for (let i = 0; i < rows; i++) {
    lines.push(`u${i}@example.org,${i % 10 === 0 ? brandId : ''}`);
    if (i >= 25_000 && i < 25_003) lines.push(`nobody,${brandId}`);
  }
  return Buffer.from(lines.join('\n'));
}
