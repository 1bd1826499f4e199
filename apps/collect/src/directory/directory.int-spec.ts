import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accessChanged, directoryComplete, type EventType, optoutListChanged } from '#contracts';
import { Outbox } from '#messaging';
import { eventually } from '#testing';
import { aList, aToken, aUser, type CollectService, collectService } from '../testing/collect-service.js';
import { optoutProbe } from '../testing/optout-probe.js';

const listId = 'a3f29c0d4be81755';
const { token, told } = aToken();
const revoked = aToken();

let service: CollectService;
let optout: Awaited<ReturnType<typeof optoutProbe>>;
beforeAll(async () => {
  service = await collectService({ worker: true });
  optout = await optoutProbe(service.urls);
});
afterAll(async () => {
  await optout.close();
  await service.close();
});

/** As if optout had sent it. */
const tell = <T>(type: EventType<T>, data: T) =>
  service.database.transaction((tx) => service.app.get(Outbox).add(tx, type, { subject: 'test', data }));

const collect = async (bearer = token) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
  const body = JSON.stringify({ optoutListId: listId, email: 'jane@shop.example' });
  return (await service.call('POST', '/client-optout/collect', body, headers)).statusCode;
};
const known = async () => (await service.admin('GET', '/directory')).body;
it('fills its directory by events, and serves when all of it is here', async () => {
  expect(await collect()).toBe(503);
  await eventually(() => expect(optout.requested).toEqual([{ requestedBy: 'collect', version: 0 }]));

  // The end of the sending overtakes what was sent.
  await tell(directoryComplete, { requestedBy: 'mailer', version: 1, optoutListIds: [], userIds: [] });
  await tell(directoryComplete, {
    requestedBy: 'collect',
    version: 2,
    optoutListIds: [listId, '00000000000000f2'],
    userIds: ['u-1'],
  });
  await tell(accessChanged, aUser({ version: 5, tokens: [told], optoutListIds: ['00000000000000f2'] }));
  await tell(optoutListChanged, aList({ version: 2, optoutListId: listId }));
  await eventually(async () =>
    expect(await known()).toEqual({ complete: false, lists: { [listId]: 2 }, users: { 'u-1': 5 } }),
  );
  expect(await collect()).toBe(503);

  // What came into being since doesn't stand for what was sent.
  await tell(optoutListChanged, aList({ version: 6, optoutListId: '00000000000000f3' }));
  await eventually(async () => expect((await known()).lists['00000000000000f3']).toBe(6));
  expect((await known()).complete).toBe(false);

  // What was sent and has changed since does.
  await tell(optoutListChanged, aList({ version: 3, optoutListId: '00000000000000f2', deleted: true }));
  await eventually(async () => expect(await collect()).toBe(400));
  await tell(accessChanged, aUser({ version: 6, tokens: [told], optoutListIds: [listId] }));
  await eventually(async () => expect(await collect()).toBe(202));

  // What comes late is older, and changes nothing.
  await tell(accessChanged, aUser({ version: 5 }));
  await tell(optoutListChanged, aList({ version: 4, optoutListId: '00000000000000f2', deleted: true }));
  await eventually(async () => expect((await known()).lists['00000000000000f2']).toBe(4));
  await eventually(async () => expect(await seen('collect.access')).toBe(3));
  expect((await known()).users).toEqual({ 'u-1': 6 });
  expect(await collect()).toBe(202);
});

it('hands what it took to optout, and keeps nothing of it', async () => {
  expect(await collect()).toBe(202);
  await eventually(() => expect(optout.collected.length).toBeGreaterThan(0));
  for (const { optoutListId, value } of optout.collected)
    expect({ optoutListId, value }).toEqual({ optoutListId: listId, value: 'jane@shop.example' });
  await eventually(async () => expect(await service.collected()).toEqual([]));
});

it('is told anew when it is rebuilt, serves meanwhile by what it knows, and believes no old state', async () => {
  const asked = optout.requested.length;
  const before = await known();
  expect((await service.admin('POST', '/directory/rebuild')).status).toBe(204);
  await eventually(() => expect(optout.requested.slice(asked)).toEqual([{ requestedBy: 'collect', version: 6 }]));
  expect(await known()).toEqual({ ...before, complete: false });
  expect(await collect()).toBe(202);

  // Optout was restored: it has no second list any more, and other users.
  const stale = aUser({ version: 5, tokens: [revoked.told], optoutListIds: [listId] });
  await tell(accessChanged, stale);
  await tell(optoutListChanged, aList({ version: 20, optoutListId: listId }));
  await tell(accessChanged, aUser({ version: 20, userId: 'u-2', tokens: [], optoutListIds: [] }));
  await tell(directoryComplete, { requestedBy: 'collect', version: 20, optoutListIds: [listId], userIds: ['u-2'] });
  const rebuilt = {
    complete: true,
    lists: { [listId]: 20, '00000000000000f2': 20, '00000000000000f3': 20 },
    users: { 'u-1': 20, 'u-2': 20 },
  };
  await eventually(async () => expect(await known()).toEqual(rebuilt));
  // Its user is no more, and the token with him.
  expect(await collect()).toBe(400);

  // Nor does an old state bring him back that somebody redrives later.
  const taken = await seen('collect.access');
  await tell(accessChanged, stale);
  await eventually(async () => expect(await seen('collect.access')).toBe(taken + 1));
  expect(await known()).toEqual(rebuilt);
  expect(await collect(revoked.token)).toBe(400);
});

async function seen(consumer: string): Promise<number> {
  const [{ count }] = await service.database.query('SELECT count(*)::int FROM inbox WHERE consumer = $1', [consumer]);
  return count;
}
