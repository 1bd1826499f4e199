/**
 * A worker that is killed by SIGKILL at the worst moment of a part, with all of it written and nothing committed, costs that part and no count. The moment is held by a trigger that waits for
 * a lock of the test's. Needs a build.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Storage } from '#storage';
import { end, eventually, holdUpdates, type ServiceProcesses, serviceProcesses } from '#testing';

let optout: ServiceProcesses;
beforeAll(async () => {
  optout = await serviceProcesses('optout');
  expect(await once(optout.start('migrate'), 'exit')).toEqual([0, null]);
}, 60_000);
afterAll(() => optout?.close());

it.each(['import_range', 'import_slice'])(
  'in a part of %s',
  async (table) => {
    const { dataSource } = optout.database;
    const lines = Array.from({ length: 3_000 }, () => randomBytes(16).toString('hex'));
    const [id, list] = [randomUUID(), randomBytes(8).toString('hex')];
    const body = Buffer.from([...lines, ...lines.slice(0, 100), 'nobody'].join('\n'));
    const held = await holdUpdates(dataSource, table);

    const worker = optout.start('worker');
    await new Storage(optout.storage).put(`uploads/${id}`, [body], { contentType: 'text/plain' });
    await dataSource.query(
      `INSERT INTO import (id, list_id, user_id, channel, storage, file_content_length, object_key, url_expires_at, range_bytes)
     VALUES ($1, $2, 'user', 'email', 'md5', $3, $4, now() + interval '15 minutes', 40000)`,
      [id, list, body.length, `uploads/${id}`],
    );
    await held.reached();
    await end(worker);
    await held.letGo();
    expect((await dataSource.query('SELECT status FROM import WHERE id = $1', [id]))[0].status).toBe('running');

    const second = optout.start('worker');
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
    await end(second);
  },
  120_000,
);
