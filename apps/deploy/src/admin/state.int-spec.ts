import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, brand, DeployUnderTest } from '../../test/deploy-under-test.js';

const STATE = '/admin/v1/state';

let deploy: DeployUnderTest;

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
});
beforeEach(() => deploy.apply({ accounts: [] }, '?prune=true'));
afterAll(() => deploy.close());

const put = (body: unknown, query = ''): Promise<Answer> => deploy.admin(`PUT ${STATE}${query}`, { body });
const lines = ({ changes }: { changes: { kind: string; name: string; action: string }[] }) =>
  changes.map(({ kind, name, action }) => `${action} ${kind} ${name}`);

/** As shared state files have it, with everything that an account can have. */
const whole = () => ({
  name: 'acme',
  id: '1c9a4a54-8a8e-4f4b-b0c7-3a3f6e2d9b10',
  keys: [
    {
      name: 'full',
      permissions: ['contacts:read', 'contacts:write', 'brands:read', 'schema:read'],
      requestsPerMinute: 6_000,
    },
    { name: 'reporting', permissions: ['contacts:read'], revoked: true },
  ],
  schema: [
    { name: 'firstName', type: 'string', description: 'Given name' },
    { name: 'workEmail', type: 'email' },
  ],
  brands: [
    {
      id: '0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11',
      name: 'Acme Shoes',
      enabled: true,
      fromAddress: 'news@shoes.example',
      domain: 'mail.shoes.example',
      esps: [{ id: '5f0c1b0e-52f5-4b1d-8a39-2a1c3c4f7e01', name: 'SendGrid' }],
      verticals: [{ id: 12, label: 'Footwear' }],
      unsubscribeHandling: {
        type: 'Deploy',
        useListUnsubscribeHeader: true,
        unsubscribePageId: '7d1e3c5a-0f5e-4a6c-8d52-19b7f6f0a001',
      },
    },
    { name: 'Acme Hats', unsubscribeHandling: { type: 'ThirdParty', unsubscribeUrl: 'https://hats.example/stop' } },
  ],
  webhooks: [
    {
      name: 'crm',
      url: 'https://crm.example/hooks/heed',
      events: ['brand-subscribe', 'brand-unsubscribe'],
      enabled: true,
    },
  ],
});

describe('applying a state', () => {
  it('makes what it says, once', async () => {
    const first = await deploy.apply({ accounts: [whole()] });
    expect(lines(first)).toEqual([
      'created account acme',
      'created key acme/full',
      'created key acme/reporting',
      'created attribute acme/firstName',
      'created attribute acme/workEmail',
      'created brand acme/Acme Shoes',
      'created brand acme/Acme Hats',
      'created webhook acme/crm',
    ]);
    const [account] = first.state.accounts;
    expect(account.id).toBe(whole().id);
    expect(account.keys[0]).toEqual({
      ...whole().keys[0],
      id: expect.any(String),
      key: expect.stringMatching(/^hd_key_/),
    });
    expect(account.keys[1]).toEqual({ ...whole().keys[1], id: expect.any(String) });
    expect(account.brands).toContainEqual(whole().brands[0]);
    const [{ secret, ...webhook }] = account.webhooks;
    expect(webhook).toEqual({ ...whole().webhooks[0], id: expect.any(String) });
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);

    const second = await deploy.apply({ accounts: [whole()] });
    expect(new Set(second.changes.map(({ action }: { action: string }) => action))).toEqual(new Set(['unchanged']));
    expect(second.state.accounts[0].keys[0]).not.toHaveProperty('key');
    expect(second.state.accounts[0].brands).toEqual(account.brands);
    expect(second.state.accounts[0].webhooks).toEqual([webhook]);
    expect(await deploy.call('GET /deploy/v1/contact-schema', { key: account.keys[0].key })).toMatchObject({
      status: 200,
    });
  });

  it('changes what differs, known by id where there is one, else by name', async () => {
    await deploy.apply({ accounts: [whole()] });
    const wanted = whole();
    wanted.name = 'acme inc';
    wanted.keys[0]!.permissions = ['brands:read'];
    wanted.schema[1]!.description = 'At work';
    wanted.brands[0]!.name = 'Acme Boots';
    wanted.brands[1]!.enabled = false;
    wanted.webhooks[0]!.url = 'https://crm.example/hooks/new';
    const { changes, state } = await deploy.apply({ accounts: [wanted] });
    expect(lines({ changes })).toEqual([
      'changed account acme inc',
      'changed key acme inc/full',
      'unchanged key acme inc/reporting',
      'unchanged attribute acme inc/firstName',
      'changed attribute acme inc/workEmail',
      'changed brand acme inc/Acme Boots',
      'changed brand acme inc/Acme Hats',
      'changed webhook acme inc/crm',
    ]);
    expect(
      state.accounts[0].brands.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled]),
    ).toEqual([
      ['Acme Boots', true],
      ['Acme Hats', false],
    ]);
    expect(
      (await deploy.apply({ accounts: [wanted] })).changes.every(
        ({ action }: { action: string }) => action === 'unchanged',
      ),
    ).toBe(true);
  });

  it('takes ids in any letter case, keeps them in lower case, and finds them the same', async () => {
    const upper = whole();
    const [shoes] = upper.brands;
    shoes!.id = shoes!.id!.toUpperCase();
    shoes!.esps![0]!.id = shoes!.esps![0]!.id.toUpperCase();
    shoes!.unsubscribeHandling.unsubscribePageId = shoes!.unsubscribeHandling.unsubscribePageId!.toUpperCase();
    await deploy.apply({ accounts: [upper] });
    for (const wanted of [whole(), upper]) {
      const { changes, state } = await deploy.apply({ accounts: [wanted] });
      expect(lines({ changes }).filter((line) => !line.startsWith('unchanged'))).toEqual([]);
      expect(state.accounts[0].brands).toContainEqual(whole().brands[0]);
    }
  });

  it('only says what it would do in a dry run', async () => {
    const answer = await deploy.apply({ accounts: [whole()] }, '?dryRun=true');
    expect(lines(answer)).toContain('created account acme');
    expect(answer.state).toEqual({ accounts: [] });
    expect((await deploy.admin(`GET ${STATE}`)).body).toEqual({ accounts: [] });
  });

  it('deletes with prune alone, and leaves lists alone that it does not have', async () => {
    await deploy.apply({ accounts: [whole(), { name: 'other' }] });
    const { keys: _keys, ...rest } = whole();
    const fewer = { ...rest, schema: [rest.schema[0]], brands: [rest.brands[0]], webhooks: [] };
    expect(lines(await deploy.apply({ accounts: [fewer] })).some((line) => line.startsWith('deleted'))).toBe(false);
    expect(
      lines(await deploy.apply({ accounts: [fewer] }, '?prune=true')).filter((line) => line.startsWith('deleted')),
    ).toEqual([
      'deleted attribute acme/workEmail',
      'deleted brand acme/Acme Hats',
      'deleted webhook acme/crm',
      'deleted account other',
    ]);
    const { accounts } = (await deploy.admin(`GET ${STATE}`)).body;
    expect(accounts).toHaveLength(1);
    expect(accounts[0].keys).toHaveLength(2);
    expect(await deploy.apply({}, '?prune=true')).toEqual({ changes: [], state: { accounts: [] } });
    expect((await deploy.admin(`GET ${STATE}`)).body.accounts).toHaveLength(1);
  });

  it('takes the values of an attribute away with it', async () => {
    const { state } = await deploy.apply({ accounts: [whole()] });
    const key = state.accounts[0].keys[0].key;
    const body = { email: 'ann@example.org', attributes: { firstName: 'Ann', workEmail: 'ann@work.example' } };
    const { emailMd5 } = (await deploy.call('POST /deploy/v1/contacts', { key, body })).body;
    const { schema } = whole();
    await deploy.apply({ accounts: [{ ...whole(), schema: [schema[0]] }] }, '?prune=true');
    const attributes = async () => (await deploy.call(`GET /deploy/v1/contacts/${emailMd5}`, { key })).body.attributes;
    expect(await attributes()).toEqual({ firstName: 'Ann' });
    await deploy.apply({ accounts: [whole()] });
    expect(await attributes()).toEqual({ firstName: 'Ann' });
  });

  it('takes an account with everything of its own', async () => {
    const one = await deploy.account({ brands: ['Shoes'] });
    const body = { email: 'ann@example.org', brandIds: [one.brands[0]!.id] };
    await deploy.call('POST /deploy/v1/contacts', { key: one.key, body });
    await deploy.apply({ accounts: [] }, '?prune=true');
    expect(await deploy.call('GET /deploy/v1/brands', { key: one.key })).toMatchObject({ status: 401 });
    const [{ contacts, subscriptions }] = await deploy.db.query(
      'SELECT (SELECT count(*)::int FROM contact) AS contacts, (SELECT count(*)::int FROM subscription) AS subscriptions',
    );
    expect([contacts, subscriptions]).toEqual([0, 0]);
  });

  it('makes the same ids elsewhere of what was exported, with new secrets', async () => {
    await deploy.apply({ accounts: [whole(), { name: 'empty' }] });
    const exported = (await deploy.admin(`GET ${STATE}`)).body;
    expect(JSON.stringify(exported)).not.toContain('hd_key');
    const elsewhere = await DeployUnderTest.start();
    try {
      const { state } = await elsewhere.apply(exported);
      const { keys, webhooks } = state.accounts.find(({ name }: { name: string }) => name === 'acme');
      expect(keys[0].key).toMatch(/^hd_key_/);
      expect(await elsewhere.call('GET /deploy/v1/brands', { key: keys[0].key })).toMatchObject({ status: 200 });
      expect(await deploy.call('GET /deploy/v1/brands', { key: keys[0].key })).toMatchObject({ status: 401 });
      for (const { secret } of webhooks) expect(secret).toMatch(/^whsec_/);
      const byId = ({ accounts }: { accounts: { id: string }[] }) => accounts.sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(byId((await elsewhere.admin(`GET ${STATE}`)).body)).toEqual(byId(exported));
      const { changes } = await elsewhere.apply(exported, '?prune=true');
      expect(changes.filter(({ action }: { action: string }) => action !== 'unchanged')).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  it('takes a state that is larger than other bodies may be, up to a limit of its own', async () => {
    const withTexts = (count: number) => {
      const schema = Array.from({ length: count }, (_, i) => ({
        name: `a${i}`,
        type: 'string',
        description: 'x'.repeat(4_000),
      }));
      return { accounts: [{ name: 'acme', schema }] };
    };
    expect((await deploy.apply(withTexts(500))).state.accounts[0].schema).toHaveLength(500);
    expect(await put(withTexts(1_100))).toMatchObject({ status: 413, body: { code: 'invalid_request_error' } });
  });

  it('knows keys by their ids, which their secrets are no part of', async () => {
    const key = (fields: object) => ({ permissions: ['brands:read'], ...fields });
    const apply = async (...keys: object[]) =>
      (await deploy.apply({ accounts: [{ name: 'acme', keys }] })).state.accounts[0].keys;
    const brands = async (secret: string) => (await deploy.call('GET /deploy/v1/brands', { key: secret })).status;
    const [one, two] = ['00000000000000a1', '00000000000000b2'];
    const [first, second] = await apply(key({ name: 'twin', id: one }), key({ name: 'twin', id: two }));
    expect([first.id, second.id]).toEqual([one, two]);
    expect(first.key).toMatch(new RegExp(`^hd_key_${one}_`));
    await apply(key({ name: 'renamed', id: one, revoked: true }));
    expect([await brands(first.key), await brands(second.key)]).toEqual([401, 200]);
    const [again] = await apply(key({ name: 'renamed', id: one }));
    expect(again).toMatchObject({ name: 'renamed', id: one, key: expect.stringMatching(/^hd_key_/) });
    expect([await brands(first.key), await brands(again.key)]).toEqual([401, 200]);

    const foreign = { accounts: [{ name: 'other', keys: [key({ name: 'x', id: one })] }] };
    expect(await put(foreign)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/accounts/0/keys/0/id' }] } });
  });

  it('lets two at once come out as one after the other', async () => {
    const answers = await Promise.all([put({ accounts: [whole()] }), put({ accounts: [whole()] })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await deploy.admin(`GET ${STATE}`)).body.accounts).toHaveLength(1);
  });
});

describe('a state that can not be', () => {
  const account = (fields: object) => ({ accounts: [{ name: 'acme', ...fields }] });
  const webhook = (fields: object) =>
    account({ webhooks: [{ name: 'a', url: 'https://crm.example', events: ['brand-subscribe'], ...fields }] });
  const handling = (unsubscribeHandling: unknown) => account({ brands: [{ name: 'a', unsubscribeHandling }] });

  it.each([
    ['/accounts/0/name', { accounts: [{}] }],
    ['/accounts/1/name', { accounts: [{ name: 'a' }, { name: 'a' }] }],
    [
      '/accounts/1/id',
      {
        accounts: [
          { id: whole().id, name: 'a' },
          { id: whole().id.toUpperCase(), name: 'b' },
        ],
      },
    ],
    ['/accounts/0/id', account({ id: 'x' })],
    ['/accounts/0/mailboxes', account({ mailboxes: [] })],
    ['/accounts/0/webhooks/0/url', webhook({ url: 'ftp://crm.example' })],
    ['/accounts/0/webhooks/0/url', webhook({ url: 'https://me:secret@crm.example' })],
    ['/accounts/0/webhooks/0/events', webhook({ events: [] })],
    ['/accounts/0/webhooks/0/events/0', webhook({ events: ['import-finished'] })],
    ['/accounts/0/keys/0/permissions/0', account({ keys: [{ name: 'a', permissions: ['all'] }] })],
    ['/accounts/0/keys/0/requestsPerMinute', account({ keys: [{ name: 'a', permissions: [], requestsPerMinute: 0 }] })],
    ['/accounts/0/keys/0/id', account({ keys: [{ name: 'a', id: 'A'.repeat(16), permissions: [] }] })],
    [
      '/accounts/1/keys/0/id',
      { accounts: ['a', 'b'].map((name) => ({ name, keys: [{ name, id: 'a'.repeat(16), permissions: [] }] })) },
    ],
    ['/accounts/0/keys/1/name', account({ keys: [1, 2].map(() => ({ name: 'a', permissions: [] })) })],
    ['/accounts/0/schema/0/name', account({ schema: [{ name: 'EMAIL', type: 'string' }] })],
    ['/accounts/0/schema/0/name', account({ schema: [{ name: 'a:b', type: 'string' }] })],
    ['/accounts/0/schema/0/type', account({ schema: [{ name: 'a', type: 'date' }] })],
    ['/accounts/0/schema/1/name', account({ schema: [1, 2].map(() => ({ name: 'a', type: 'string' })) })],
    ['/accounts/0/brands/1/name', account({ brands: [brand({ name: 'a' }), brand({ name: 'a' })] })],
    ['/accounts/0/brands/0/unsubscribeHandling', account({ brands: [{ name: 'a' }] })],
    ['/accounts/0/brands/0/unsubscribeHandling', handling({ type: 'Other' })],
    ['/accounts/0/brands/0/unsubscribeHandling', handling({ type: 'Deploy' })],
    [
      '/accounts/0/brands/0/unsubscribeHandling',
      handling({ type: 'ThirdParty', unsubscribeUrl: 'x', useListUnsubscribeHeader: true }),
    ],
    ['/lists', { lists: [] }],
  ])('is refused at %s', async (pointer, state) => {
    const answer = await put(state);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request_error' } });
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    expect((await deploy.admin(`GET ${STATE}`)).body).toEqual({ accounts: [] });
  });

  it('changes nothing at all, and says what can not be of what is there', async () => {
    await deploy.apply({ accounts: [whole()] });
    const twins = [1, 2].map(() => brand({ id: randomUUID(), name: 'Twin' }));
    await deploy.apply({ accounts: [{ name: 'acme', brands: twins }] });
    const wanted = {
      name: 'acme',
      schema: [{ name: 'firstName', type: 'number' }],
      brands: [brand({ name: 'Twin' })],
      keys: [{ name: 'new', permissions: [] }],
    };
    expect(await put({ accounts: [{ name: 'first' }, wanted] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/accounts/1/schema/0/type' }, { pointer: '/accounts/1/brands/0/name' }] },
    });
    const { accounts } = (await deploy.admin(`GET ${STATE}`)).body;
    expect(accounts.map(({ name }: { name: string }) => name)).toEqual(['acme']);
    expect(accounts[0].keys).toHaveLength(2);
  });

  it('is nobody’s without an admin token', async () => {
    expect(await deploy.call(`GET ${STATE}`)).toMatchObject({ status: 401 });
    const one = await deploy.account();
    expect(await deploy.call(`PUT ${STATE}`, { key: one.key, body: {} })).toMatchObject({ status: 401 });
  });
});
