/**
 * A worker that is killed by SIGKILL in the middle of a bulk import, with a batch written and not committed, costs that batch and nothing else: the next worker ends with exact counts, and with one
 * event for each brand that was added. The moment is held by a trigger that waits for a lock of the test's. Needs a build.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Storage } from '#storage';
import { end, eventually, holdUpdates, type ServiceProcesses, serviceProcesses } from '#testing';
import { listen } from '../e2e/support/events.js';

const rows = 45_000;
const subscribed = rows / 10;
const [accountId, brandId, id] = [randomUUID(), randomUUID(), randomUUID()];

let deploy: ServiceProcesses;
beforeAll(async () => {
  deploy = await serviceProcesses('deploy');
  expect(await once(deploy.start('migrate'), 'exit')).toEqual([0, null]);
  await deploy.database.dataSource.query(`INSERT INTO account (id, name) VALUES ($1, 'acme')`, [accountId]);
  await deploy.database.dataSource.query(
    `INSERT INTO brand (account_id, id, name, folded_name, enabled, esps, verticals, unsubscribe_handling)
     VALUES ($1, $2, 'Shoes', 'shoes', true, '[]', '[]', '{}')`,
    [accountId, brandId],
  );
}, 60_000);

afterAll(() => deploy?.close());

it('ends with exact counts and events', async () => {
  const { dataSource } = deploy.database;
  // The first batch is committed; the second is all written when it waits.
  const held = await holdUpdates(dataSource, 'operation', 'OLD.done > 0');
  const body = file();
  await new Storage(deploy.storage).put(`uploads/contacts/${id}`, [body], { contentType: 'text/csv' });
  const { etag } = (await new Storage(deploy.storage).stat(`uploads/contacts/${id}`))!;
  const request = { objectKey: `uploads/contacts/${id}`, etag, bytes: body.length, format: 'csv' };
  const heard = await listen(deploy.broker.url, 'brand-subscribe');
  const first = deploy.start('worker');
  await dataSource.query(
    `INSERT INTO operation (id, account_id, kind, request, started_by) VALUES ($1, $2, 'contact-import', $3, 'tests')`,
    [id, accountId, JSON.stringify({ ...request, publishBrandSubscribeEvents: true })],
  );
  await held.reached();
  await end(first);
  await held.letGo();
  const counted = async () => {
    const [row] = await dataSource.query('SELECT count(*)::int AS count FROM contact WHERE account_id = $1', [
      accountId,
    ]);
    return row.count;
  };
  expect(await counted()).toBe(20_000);

  deploy.start('worker');
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
