import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type OptoutService, optoutService } from '../testing/optout-service.js';

let service: OptoutService;
beforeAll(async () => {
  service = await optoutService();
});
afterAll(() => service.close());
beforeEach(() =>
  service.database.query(`
    TRUNCATE outbox, list_grant, list_token, list_user, optout_list_part, global_list, optout_list CASCADE;
    INSERT INTO global_list DEFAULT VALUES`),
);

const apply = (state: object, query = '') => service.admin('PUT', `/state${query}`, state);
const events = async (type: string) => {
  const rows: { data: Record<string, unknown> }[] = await service.database.query(
    `SELECT body::json -> 'data' AS data FROM outbox WHERE type = $1 ORDER BY position`,
    [type],
  );
  return rows.map(({ data }) => data);
};
const actions = (body: { changes: { kind: string; name: string; action: string }[] }) =>
  body.changes.map(({ kind, name, action }) => `${action} ${kind} ${name}`);

const newsletter = { name: 'Newsletter', id: 'a3f29c0d4be81755', channel: 'email', storage: 'plain' };
const partners = { name: 'Partners', channel: 'email', storage: 'md5', enabled: false };
const whole = {
  lists: [
    newsletter,
    partners,
    { name: 'Vault', channel: 'email', storage: 'sha512' },
    { name: 'Newsletter SMS', channel: 'sms', storage: 'plain', region: 'US' },
    { name: 'Everything', kind: 'grouped', members: ['Newsletter', 'Partners'] },
    { name: 'Advertiser', kind: 'linked', source: 'Newsletter' },
    { name: 'Shielded', channel: 'email', storage: 'plain', suppressedDomains: ['Rival.example'] },
  ],
  globalList: { list: 'Newsletter', suppressedDomains: ['never.example'] },
  users: [
    {
      name: 'operations',
      tokens: [{ name: 'ci' }, { name: 'old', revoked: true }],
      lists: ['Newsletter', 'Newsletter SMS', 'Everything'],
    },
  ],
};

describe('applying a state', () => {
  it('makes what it says, tells its ids, and shows each secret once', async () => {
    const { status, body } = await apply(whole);
    expect(status).toBe(200);
    expect(actions(body)).toEqual([
      ...whole.lists.map(({ name }) => `created list ${name}`),
      'changed globalList global list',
      'created user operations',
      'created token operations/ci',
      'created token operations/old',
    ]);
    const [user] = body.state.users;
    expect(user.tokens).toEqual([
      {
        name: 'ci',
        id: expect.any(String),
        revoked: false,
        token: expect.stringMatching(/^hd_tok_[0-9a-f]{16}_.{43}$/),
      },
      { name: 'old', id: expect.any(String), revoked: true },
    ]);
    expect(body.state.lists[0]).toEqual({
      ...newsletter,
      kind: 'standard',
      enabled: true,
      version: expect.any(Number),
    });

    const again = await apply(whole);
    expect(again.body.changes.every(({ action }: { action: string }) => action === 'unchanged')).toBe(true);
    expect(JSON.stringify(again.body)).not.toContain('hd_tok_');
    expect(again.body.state.lists.map(({ version }: { version: number }) => version)).toEqual(
      body.state.lists.map(({ version }: { version: number }) => version),
    );
  });

  it('announces each list and user whole, in the same transaction', async () => {
    const { body } = await apply(whole);
    const id = (name: string) => body.state.lists.find((list: { name: string }) => list.name === name).id;
    const lists = await events('optout-list-changed');
    expect(lists).toHaveLength(7);
    expect(lists).toContainEqual(
      expect.objectContaining({ optoutListId: newsletter.id, isGlobal: true, enabled: true, deleted: false }),
    );
    expect(lists).toContainEqual(
      expect.objectContaining({
        name: 'Everything',
        kind: 'grouped',
        channel: 'email',
        storage: 'md5',
        members: [newsletter.id, id('Partners')],
      }),
    );
    expect(lists).toContainEqual(
      expect.objectContaining({ name: 'Advertiser', kind: 'linked', storage: 'plain', source: newsletter.id }),
    );
    const [access] = await events('access-changed');
    expect(access).toMatchObject({
      name: 'operations',
      deleted: false,
      optoutListIds: [newsletter.id, id('Newsletter SMS'), id('Everything')].sort(),
      tokens: [{ revoked: false, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }, { revoked: true }],
    });
    await apply(whole);
    expect(await events('optout-list-changed')).toHaveLength(7);
  });

  it('changes what differs and announces newer versions', async () => {
    await apply(whole);
    const [, before] = await events('access-changed');
    expect(before).toBeUndefined();
    const changed = structuredClone(whole);
    changed.users[0]!.tokens[0] = { name: 'ci', revoked: true };
    changed.users[0]!.lists = ['Newsletter'];
    const { body } = await apply({ ...changed, globalList: { list: 'Shielded' } });
    expect(actions(body).filter((line) => !line.startsWith('unchanged'))).toEqual([
      'changed globalList global list',
      'changed user operations',
      'changed token operations/ci',
    ]);
    const [first, second] = await events('access-changed');
    expect(second!.version as number).toBeGreaterThan(first!.version as number);
    expect(second).toMatchObject({ optoutListIds: [newsletter.id], tokens: [{ revoked: true }, { revoked: true }] });
    const moved = (await events('optout-list-changed')).slice(7);
    expect(moved.map(({ name, isGlobal }) => [name, isGlobal]).sort()).toEqual([
      ['Newsletter', false],
      ['Shielded', true],
    ]);
  });

  it('deletes nothing without prune, and leaves tombstones with it', async () => {
    await apply(whole);
    expect(actions((await apply({ lists: [newsletter], users: [] })).body)).toEqual(['unchanged list Newsletter']);

    const { body } = await apply({ lists: [newsletter] }, '?prune=true');
    expect(actions(body)).toEqual([
      'unchanged list Newsletter',
      ...['Advertiser', 'Everything', 'Newsletter SMS', 'Partners', 'Shielded', 'Vault'].map(
        (name) => `deleted list ${name}`,
      ),
      'changed user operations',
    ]);
    const tombstones = (await events('optout-list-changed')).filter(({ deleted }) => deleted);
    expect(tombstones).toHaveLength(6);
    expect((await events('access-changed')).at(-1)).toMatchObject({ optoutListIds: [newsletter.id], deleted: false });

    expect(actions((await apply({ users: [] }, '?prune=true')).body)).toEqual([
      'deleted user operations',
      'deleted token operations/ci',
      'deleted token operations/old',
    ]);
    expect((await events('access-changed')).at(-1)).toMatchObject({ deleted: true, tokens: [], optoutListIds: [] });
    const { body: directory } = await service.admin('GET', '/directory');
    expect(Object.keys(directory.lists)).toHaveLength(7);
  });

  it('brings a deleted list back under its id with a newer version', async () => {
    await apply({ lists: [newsletter] });
    await apply({ lists: [] }, '?prune=true');
    const { body } = await apply({ lists: [newsletter] });
    expect(actions(body)).toEqual(['created list Newsletter']);
    const versions = (await events('optout-list-changed')).map(({ version }) => version as number);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect((await events('optout-list-changed')).at(-1)).toMatchObject({ deleted: false });
  });

  it('gives a revoked token that is wanted again another secret, and never the old one', async () => {
    const user = (revoked: boolean) => ({ users: [{ name: 'u', tokens: [{ name: 't', revoked }] }] });
    const first = (await apply(user(false))).body.state.users[0].tokens[0];
    await apply(user(true));
    const { body } = await apply(user(false));
    expect(actions(body)).toEqual(['changed user u', 'changed token u/t']);
    expect(body.state.users[0].tokens[0].token).not.toBe(first.token);
    expect((await events('access-changed')).at(-1)).toMatchObject({
      tokens: [{ id: body.state.users[0].tokens[0].id }],
    });
    expect((await service.as(first.token)('POST', '/optout-list/prepare-upload', {})).status).toBe(401);
  });

  it('changes nothing in a dry run, and says the same as the run after it', async () => {
    const plan = await apply(whole, '?dryRun=true');
    expect(await service.admin('GET', '/state')).toMatchObject({ body: { lists: [], users: [] } });
    expect(await events('optout-list-changed')).toEqual([]);
    expect(JSON.stringify(plan.body)).not.toContain('hd_tok_');
    expect((await apply(whole)).body.changes).toEqual(plan.body.changes);
  });

  it('exports what, applied elsewhere, gives the same ids', async () => {
    await apply(whole);
    const { body: exported } = await service.admin('GET', '/state');
    expect(JSON.stringify(exported)).not.toContain('hd_tok_');
    await service.database.query(
      'TRUNCATE list_grant, list_token, list_user, optout_list_part, global_list, optout_list CASCADE; INSERT INTO global_list DEFAULT VALUES',
    );
    expect((await apply(exported)).status).toBe(200);
    expect((await service.admin('GET', '/state')).body).toEqual(exported);
  });
});

describe('a state with problems', () => {
  const sms = { name: 'SMS', channel: 'sms', storage: 'plain' };
  const vault = { name: 'Vault', channel: 'email', storage: 'sha512' };
  const group = (...members: string[]) => ({ name: 'G', kind: 'grouped', members });
  it.each([
    ['an unknown field', { lists: [{ ...newsletter, colour: 'red' }] }, '/lists/0/colour'],
    ['null', { lists: [{ ...newsletter, enabled: null }] }, '/lists/0/enabled'],
    ['a list without a channel', { lists: [{ name: 'x', storage: 'md5' }] }, '/lists/0/channel'],
    ['an id of another form', { lists: [{ ...newsletter, id: 'A3F29C0D4BE81755' }] }, '/lists/0/id'],
    ['a name twice', { lists: [partners, partners] }, '/lists/1/name'],
    ['an id twice', { lists: [newsletter, newsletter] }, '/lists/1/id'],
    ['a group of two channels', { lists: [newsletter, sms, group('Newsletter', 'SMS')] }, '/lists/2/members'],
    ['a group of two hashes', { lists: [newsletter, vault, group('Newsletter', 'Vault')] }, '/lists/2/members'],
    ['a group with an unknown member', { lists: [group('Nobody')] }, '/lists/0/members/0'],
    ['a group with a member twice', { lists: [newsletter, group('Newsletter', 'Newsletter')] }, '/lists/1/members/1'],
    ['a group of itself', { lists: [group('G')] }, '/lists/0/members'],
    ['a group without members', { lists: [group()] }, '/lists/0/members'],
    ['a linked list without a source', { lists: [{ name: 'L', kind: 'linked' }] }, '/lists/0/source'],
    [
      'a group with a channel',
      { lists: [newsletter, { ...group('Newsletter'), channel: 'email' }] },
      '/lists/1/channel',
    ],
    ['an e-mail list with a region', { lists: [{ ...newsletter, region: 'US' }] }, '/lists/0/region'],
    ['a region that is none', { lists: [{ ...sms, region: 'XX' }] }, '/lists/0/region'],
    [
      'a domain that is none',
      { lists: [{ ...newsletter, suppressedDomains: ['a b'] }] },
      '/lists/0/suppressedDomains/0',
    ],
    ['domains of an SMS list', { lists: [{ ...sms, suppressedDomains: ['a.example'] }] }, '/lists/0/suppressedDomains'],
    ['an unknown global list', { globalList: { list: 'Nobody' } }, '/globalList/list'],
    ['an SMS list as global list', { lists: [sms], globalList: { list: 'SMS' } }, '/globalList/list'],
    ['a grant of an unknown list', { users: [{ name: 'u', lists: ['Nobody'] }] }, '/users/0/lists/0'],
    [
      'a token name twice',
      { users: [{ name: 'u', tokens: [{ name: 't' }, { name: 't' }] }] },
      '/users/0/tokens/1/name',
    ],
  ])('names the place of %s and changes nothing', async (_, state, pointer) => {
    const { status, body } = await apply(state);
    expect(status).toBe(400);
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer]);
    expect((await service.admin('GET', '/state')).body.lists).toEqual([]);
  });

  it.each([
    ['kind', { name: 'Newsletter', id: newsletter.id, kind: 'linked', source: 'Partners' }, '/lists/0/kind'],
    ['channel', { ...newsletter, channel: 'sms' }, '/lists/0/channel'],
    ['storage', { ...newsletter, storage: 'md5' }, '/lists/0/storage'],
  ])('names the place of a %s that would change', async (_, list, pointer) => {
    await apply({ lists: [newsletter, partners] });
    const { status, body } = await apply({ lists: [list] });
    expect([status, body.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([400, [pointer]]);
  });

  it('is for admins alone', async () => {
    expect((await service.call('PUT', '/admin/v1/state', {})).status).toBe(401);
    expect((await service.call('GET', '/admin/v1/state', undefined, { authorization: 'Bearer x' })).status).toBe(401);
  });
});
