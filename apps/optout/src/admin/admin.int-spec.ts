import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OptoutService, optoutService } from '../testing/optout-service.js';

let service: OptoutService;
beforeAll(async () => {
  service = await optoutService();
});
afterAll(() => service.close());

const list = { name: 'Newsletter', id: 'ccccccccccccccc1', channel: 'email', storage: 'plain' };
const announced = async (type: string) => {
  const [row] = await service.database.query(
    `SELECT body::json -> 'data' AS data FROM outbox WHERE type = $1 ORDER BY position DESC LIMIT 1`,
    [type],
  );
  return row?.data;
};

describe('lists, one by one', () => {
  it('are made, shown, changed and deleted, and each change is announced', async () => {
    const created = await service.admin('POST', '/lists', list);
    expect([created.status, created.body]).toEqual([201, { ...list, kind: 'standard', enabled: true }]);
    expect((await service.admin('POST', '/lists', list)).status).toBe(409);
    expect((await service.admin('POST', '/lists', { ...list, id: undefined })).status).toBe(409);

    const changed = await service.admin('PATCH', `/lists/${list.id}`, { name: 'News', enabled: false });
    expect(changed.body).toMatchObject({ name: 'News', enabled: false, storage: 'plain' });
    expect(await announced('optout-list-changed')).toMatchObject({ name: 'News', enabled: false, deleted: false });

    expect((await service.admin('DELETE', `/lists/${list.id}`)).status).toBe(204);
    expect(await announced('optout-list-changed')).toMatchObject({ optoutListId: list.id, deleted: true });
    expect((await service.admin('GET', `/lists/${list.id}`)).status).toBe(404);
    expect((await service.admin('DELETE', `/lists/${list.id}`)).status).toBe(404);
  });

  it('are not deleted while a linked list follows them; groups just lose them', async () => {
    const id = async (body: object) => (await service.admin('POST', '/lists', body)).body.id;
    const source = await id({ name: 'Source', channel: 'email', storage: 'md5' });
    const group = await id({ name: 'Group', kind: 'grouped', members: ['Source'] });
    const link = await id({ name: 'Link', kind: 'linked', source: 'Source' });
    expect((await service.admin('DELETE', `/lists/${source}`)).body).toMatchObject({
      code: 'conflict_error',
      detail: expect.stringContaining('Link'),
    });
    expect((await service.admin('DELETE', `/lists/${link}`)).status).toBe(204);
    expect((await service.admin('DELETE', `/lists/${source}`)).status).toBe(204);
    expect((await service.admin('GET', `/lists/${group}`)).body).toMatchObject({ kind: 'grouped', members: [] });
  });

  it('tell what is wrong by pointers into themselves', async () => {
    const { status, body } = await service.admin('POST', '/lists', { name: 'x', kind: 'grouped', members: ['nobody'] });
    expect([status, body.errors[0].pointer]).toEqual([400, '/members/0']);
    expect((await service.admin('PATCH', '/lists/nobody', {})).status).toBe(404);
  });
});

describe('users, one by one', () => {
  it('have tokens that work until they are revoked', async () => {
    await service.admin('POST', '/lists', { name: 'Mine', id: 'ccccccccccccccc2', channel: 'email', storage: 'md5' });
    const user = (await service.admin('POST', '/users', { name: 'operations', lists: ['Mine'] })).body;
    expect((await service.admin('POST', '/users', { name: 'operations' })).status).toBe(409);
    const { status, body: token } = await service.admin('POST', `/users/${user.id}/tokens`, { name: 'ci' });
    expect([status, Object.keys(token).sort()]).toEqual([201, ['id', 'name', 'token']]);
    expect((await service.admin('POST', `/users/${user.id}/tokens`, { name: 'ci' })).status).toBe(409);

    const upload = { optoutListId: 'ccccccccccccccc2', fileContentLength: 7 };
    const prepare = async () => (await service.as(token.token)('POST', '/optout-list/prepare-upload', upload)).status;
    expect(await prepare()).toBe(200);
    await service.admin('PATCH', `/users/${user.id}`, { lists: [] });
    expect(await prepare()).toBe(400);
    expect((await service.admin('DELETE', `/users/${user.id}/tokens/${token.id}`)).status).toBe(204);
    expect(await prepare()).toBe(401);
    expect(await announced('access-changed')).toMatchObject({
      optoutListIds: [],
      tokens: [{ id: token.id, revoked: true }],
    });
  });

  it('are shown without secrets, and deleted with all their tokens', async () => {
    const { body: user } = await service.admin('POST', '/users', { name: 'short', tokens: [{ name: 'a' }] });
    const [{ token }] = user.tokens;
    const shown = await service.admin('GET', `/users/${user.id}`);
    expect(shown.body.tokens).toEqual([
      { id: expect.any(String), name: 'a', revoked: false, createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect((await service.admin('DELETE', `/users/${user.id}`)).status).toBe(204);
    expect((await service.as(token)('POST', '/optout-list/prepare-upload', {})).status).toBe(401);
    expect((await service.admin('GET', `/users/${user.id}`)).status).toBe(404);
    expect(await announced('access-changed')).toMatchObject({ userId: user.id, deleted: true, tokens: [] });
  });
});

describe('what was given up', () => {
  it('is counted by queue', async () => {
    const { body } = await service.admin('GET', '/dead-letters');
    expect(body.data).toContainEqual({ queue: 'optout.download', count: 0 });
    expect((await service.admin('GET', '/dead-letters/optout.download')).body).toEqual({ data: [] });
    expect((await service.admin('POST', '/dead-letters/optout.download/redrive', {})).body).toEqual({ count: 0 });
    expect((await service.admin('GET', '/dead-letters/mailer.suppression')).status).toBe(404);
    expect((await service.admin('GET', '/dead-letters/optout.download/7')).status).toBe(404);
  });
});

it('is for admins alone', async () => {
  const routes: ['GET' | 'POST' | 'PATCH' | 'DELETE', string][] = [
    ['GET', '/lists'],
    ['POST', '/lists'],
    ['GET', '/lists/x'],
    ['PATCH', '/lists/x'],
    ['DELETE', '/lists/x'],
    ['GET', '/users'],
    ['POST', '/users'],
    ['DELETE', '/users/x'],
    ['POST', '/users/x/tokens'],
    ['GET', '/imports'],
    ['DELETE', '/imports/x'],
    ['GET', '/downloads'],
    ['POST', '/optouts/find'],
    ['GET', '/dead-letters'],
    ['POST', '/dead-letters/optout.download/redrive'],
  ];
  const { body } = await service.admin('POST', '/users', { name: 'nosy', tokens: [{ name: 't' }] });
  for (const [method, path] of routes)
    expect([path, (await service.as(body.tokens[0].token)(method, `/admin/v1${path}`)).status]).toEqual([path, 401]);
});
