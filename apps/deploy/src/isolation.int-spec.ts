/** Nobody sees, changes or learns of what is another account's: tried at every endpoint that there is. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { md5Hex } from '#identity';
import { DescribedApi, eventually } from '#testing';
import { type Answer, DeployUnderTest, type TestAccount } from '../test/deploy-under-test.js';

const EMAIL = 'ann@example.org';
const MD5 = md5Hex(EMAIL);
const CONTACT = `/deploy/v1/contacts/${MD5}`;

let deploy: DeployUnderTest;
let mine: TestAccount;
let theirs: TestAccount;

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
});
afterAll(() => deploy.close());
beforeEach(async () => {
  mine = await deploy.account({ brands: ['Mine'], schema: [{ name: 'mine', type: 'string' }] });
  theirs = await deploy.account({ brands: ['Theirs'], schema: [{ name: 'theirs', type: 'string' }] });
});

const call = (target: string, { key }: TestAccount, body?: object): Promise<Answer> =>
  deploy.call(target, { key, body });
const create = (account: TestAccount) =>
  call('POST /deploy/v1/contacts', account, { email: EMAIL, brandIds: [account.brands[0]!.id] });
const brandOf = (account: TestAccount) => account.brands[0]!.id;
const described = (prefix: string) =>
  new DescribedApi()
    .operations()
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
const ended = (id: string) =>
  eventually(async () => (await deploy.admin(`GET /admin/v1/operations/${id}`)).body.status === 'succeeded');
const unknownBrand = { status: 400, body: { errors: [{ pointer: '/brandIds' }] } };
const notFound = { status: 404, body: { code: 'not_found_error' } };

/** What my key gets with what is theirs. All of them have a contact of the address; I have none. */
const tries: Record<string, () => Promise<[Answer, object]>> = {
  'POST /deploy/v1/contacts': async () => [
    await call('POST /deploy/v1/contacts', mine, { email: 'new@example.org', brandIds: [brandOf(theirs)] }),
    unknownBrand,
  ],
  'GET /deploy/v1/contacts/{emailMd5}': async () => [await call(`GET ${CONTACT}`, mine), notFound],
  'PATCH /deploy/v1/contacts/{emailMd5}': async () => [
    await call(`PATCH ${CONTACT}`, mine, { attributes: { mine: 'x' } }),
    notFound,
  ],
  'POST /deploy/v1/contacts/{emailMd5}/disable': async () => [await call(`POST ${CONTACT}/disable`, mine), notFound],
  'GET /deploy/v1/contacts/{emailMd5}/subscriptions': async () => [
    await call(`GET ${CONTACT}/subscriptions`, mine),
    notFound,
  ],
  'POST /deploy/v1/contacts/{emailMd5}/subscriptions': async () => [
    await call(`POST ${CONTACT}/subscriptions`, mine, { brandIds: [brandOf(mine)] }),
    notFound,
  ],
  'DELETE /deploy/v1/contacts/{emailMd5}/subscriptions/{brandId}': async () => [
    await call(`DELETE ${CONTACT}/subscriptions/${brandOf(mine)}`, mine),
    notFound,
  ],
  'GET /deploy/v1/brands': async () => [
    await call('GET /deploy/v1/brands', mine),
    { status: 200, body: { data: [{ name: 'Mine' }], pagination: { totalCount: 1 } } },
  ],
  'GET /deploy/v1/brands/{brandId}': async () => [
    await call(`GET /deploy/v1/brands/${brandOf(theirs)}`, mine),
    notFound,
  ],
  'GET /deploy/v1/contact-schema': async () => [
    await call('GET /deploy/v1/contact-schema', mine),
    { status: 200, body: { attributes: [{ name: 'Email' }, { name: 'Brand' }, { name: 'mine' }] } },
  ],
};

describe('a key', () => {
  it('is tried at every endpoint', () => expect(Object.keys(tries).sort()).toEqual(described('/deploy/v1/')));

  it.each(Object.keys(tries))('has nothing of another account at %s', async (endpoint) => {
    await create(theirs);
    const before = [await call(`GET ${CONTACT}`, theirs), await deploy.events(theirs.id)];
    const [answer, expected] = await tries[endpoint]!();
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer.body)).not.toMatch(/"theirs"/i);
    expect([await call(`GET ${CONTACT}`, theirs), await deploy.events(theirs.id)]).toEqual([
      { ...(before[0] as Answer), headers: expect.anything() },
      before[1],
    ]);
    expect(await deploy.events(mine.id)).toEqual([]);
  });

  it('changes its own where both accounts have the contact', async () => {
    await Promise.all([create(mine), create(theirs)]);
    expect(await call(`POST ${CONTACT}/subscriptions`, mine, { brandIds: [brandOf(theirs)] })).toMatchObject(
      unknownBrand,
    );
    expect(await call(`DELETE ${CONTACT}/subscriptions/${brandOf(theirs)}`, mine)).toMatchObject({ status: 400 });
    expect(await call(`PATCH ${CONTACT}`, mine, { attributes: { theirs: 'x' } })).toMatchObject({ status: 400 });
    await call(`PATCH ${CONTACT}`, mine, { attributes: { mine: 'x' } });
    await call(`DELETE ${CONTACT}/subscriptions/${brandOf(mine)}`, mine);
    await call(`POST ${CONTACT}/disable`, mine);
    expect(await call(`GET ${CONTACT}`, mine)).toMatchObject({
      body: { enabled: false, attributes: { mine: 'x' }, brandIds: [] },
    });
    expect(await call(`GET ${CONTACT}`, theirs)).toMatchObject({
      body: { enabled: true, attributes: {}, brandIds: [brandOf(theirs)] },
    });
    expect((await deploy.events(theirs.id)).map(({ type }) => type)).toEqual(['brand-subscribe']);
  });

  it('knows a brand that both accounts have by its own name', async () => {
    const id = randomUUID();
    const handling = { type: 'Deploy', useListUnsubscribeHeader: false };
    const share = ({ id: accountId, name }: TestAccount, brand: string) => ({
      id: accountId,
      name,
      brands: [{ id, name: brand, unsubscribeHandling: handling }],
    });
    await deploy.apply({ accounts: [share(mine, 'Shared here'), share(theirs, 'Shared there')] });
    await call('POST /deploy/v1/contacts', mine, { email: EMAIL, brandIds: [id] });
    await call('POST /deploy/v1/contacts', theirs, { email: EMAIL, brandIds: [id] });
    await call(`DELETE ${CONTACT}/subscriptions/${id}`, mine);
    expect((await call(`GET ${CONTACT}/subscriptions`, mine)).body.brands).toEqual([]);
    expect((await call(`GET ${CONTACT}/subscriptions`, theirs)).body.brands).toEqual([{ id, name: 'Shared there' }]);
    await deploy.apply(
      {
        accounts: [
          { ...share(mine, ''), brands: [] },
          { id: theirs.id, name: theirs.name },
        ],
      },
      '?prune=true',
    );
    expect((await call(`GET /deploy/v1/brands/${id}`, mine)).status).toBe(404);
    expect((await call(`GET /deploy/v1/brands/${id}`, theirs)).body).toMatchObject({ id, name: 'Shared there' });
  });
});

describe('an operation', () => {
  const start = (kind: string, body: object) =>
    deploy.admin(`POST /admin/v1/accounts/${mine.id}/operations/${kind}`, { body });

  it.each(['attribute-update', 'contact-disable'])('%s is about no brand of another account', async (kind) => {
    expect(await start(kind, { contacts: { brandId: brandOf(theirs) } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/contacts/brandId' }] },
    });
  });

  it('changes no contacts and no schema of another account, and is in its own list alone', async () => {
    await Promise.all([create(mine), create(theirs)]);
    const worker = await deploy.startWorker();
    try {
      const ids: string[] = [];
      for (const [kind, body] of [
        ['contact-disable', { contacts: { emailMd5s: [MD5] } }],
        ['schema-change', { add: [{ name: 'more', type: 'string' }], remove: ['mine'] }],
      ] as const) {
        const { id } = (await start(kind, body)).body;
        ids.push(id);
        // Theirs is not kept from writing meanwhile.
        expect(await call(`PATCH ${CONTACT}`, theirs, { attributes: { theirs: kind } })).toMatchObject({ status: 200 });
        await ended(id);
      }
      expect(await call(`GET ${CONTACT}`, mine)).toMatchObject({ body: { enabled: false } });
      expect(await call(`GET ${CONTACT}`, theirs)).toMatchObject({
        body: { enabled: true, attributes: { theirs: 'schema-change' } },
      });
      const listed = async ({ id }: TestAccount) =>
        (await deploy.admin(`GET /admin/v1/accounts/${id}/operations`)).body.operations.map(
          (operation: { id: string }) => operation.id,
        );
      expect(await listed(mine)).toEqual(ids.reverse());
      expect(await listed(theirs)).toEqual([]);
    } finally {
      await worker.close();
    }
  });
});

it('no key opens the admin API', async () => {
  // Other services' addresses are none here.
  const statuses = await Promise.all(
    described('/admin/v1/').map(
      async (endpoint) => (await call(endpoint.replaceAll(/\{.*?\}/g, randomUUID()), mine)).status,
    ),
  );
  expect(statuses.filter((status) => status !== 404 && status !== 405).length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([401, 404]));
});
