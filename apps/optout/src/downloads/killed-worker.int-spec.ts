/** A worker that is killed by SIGKILL while it makes a download, at the worst moment: the object written, nothing committed. The moment is held by a trigger that waits for a lock. Needs a build. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { end, eventually, holdUpdates, startDoor } from '#testing';
import { type OptoutService, optoutService } from '../testing/optout-service.js';

const list = 'dddddddddddddd02';
const ROWS = 5_000;
let service: OptoutService;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  service = await optoutService();
}, 60_000);
afterAll(async () => {
  await Promise.all(workers.map(end));
  await service?.close();
});

function worker(): ChildProcess {
  const child = startDoor('optout', 'worker', service.environment);
  workers.push(child);
  return child;
}

it('a download whose worker is killed is made by the next one, whole', async () => {
  const { database } = service;
  const { body } = await service.admin('PUT', '/state', {
    lists: [{ name: 'Clicks', id: list, channel: 'email', storage: 'md5' }],
    users: [{ name: 'me', tokens: [{ name: 't' }], lists: ['Clicks'] }],
  });
  await database.query(
    `INSERT INTO collected (list_id, key, event_id, collected_at, came_in)
     SELECT $1, decode(md5(n::text), 'hex'), gen_random_uuid(), now(), now() FROM generate_series(1, $2::int) n`,
    [list, ROWS],
  );
  const held = await holdUpdates(database, 'download', 'OLD.started_at IS NOT NULL');
  const asked = { optoutListId: list, columns: ['hashed'], collectionType: ['collected'] };
  const { downloadUrl } = (
    await service.as(body.state.users[0].tokens[0].token)('POST', '/optout-list/prepare-download', asked)
  ).body;

  const first = worker();
  await held.reached();
  await end(first);
  await held.letGo();
  const state = async () => (await service.admin('GET', `/downloads?optoutListId=${list}`)).body.data[0];
  expect(await state()).toMatchObject({ status: 'preparing' });

  worker();
  await eventually(async () => (await state()).status === 'ready', { timeoutMs: 60_000 });
  expect(await state()).toMatchObject({ rowCount: ROWS });
  const lines = (await (await fetch(downloadUrl)).text()).trimEnd().split('\n');
  expect([lines[0], new Set(lines.slice(1)).size]).toEqual(['hashed', ROWS]);
}, 120_000);
