import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brand, DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';

const CONTACTS = '/deploy/v1/contacts';
const md5 = (email: string) => createHash('md5').update(email).digest('hex');

let deploy: DeployUnderTest;
let account: TestAccount;
let other: TestAccount;
let counter = 0;

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
  account = await deploy.account({ brands: ['Zebra', 'apple', 'Äpfel', 'Birne'] });
  other = await deploy.account({ brands: ['Foreign'] });
});
afterAll(() => deploy.close());

const idOf = (name: string) => account.brands.find((brand) => brand.name === name)!.id;
const subscriptions = (email: string, brandId?: string) =>
  `${CONTACTS}/${md5(email)}/subscriptions${brandId === undefined ? '' : `/${brandId}`}`;
const list = (email: string, key = account.key) => deploy.call(`GET ${subscriptions(email)}`, { key });
const subscribe = (email: string, body: object, key = account.key) =>
  deploy.call(`POST ${subscriptions(email)}`, { key, body });
const unsubscribe = (email: string, brandId: string, key = account.key) =>
  deploy.call(`DELETE ${subscriptions(email, brandId)}`, { key });
const eventsOf = async (email: string) =>
  (await deploy.events(account.id)).filter(({ subject }) => subject === md5(email));

async function contact(brandIds: string[] = []): Promise<string> {
  const email = `ben${counter++}@example.org`;
  const body = { email, brandIds, publishBrandSubscribeEvents: false };
  expect(await deploy.call(`POST ${CONTACTS}`, { key: account.key, body })).toMatchObject({ status: 201 });
  return email;
}

describe('listing subscriptions', () => {
  it('is in the order of names', async () => {
    const email = await contact(account.brands.map(({ id }) => id));
    expect(await list(email)).toMatchObject({
      status: 200,
      body: {
        brands: ['Äpfel', 'apple', 'Birne', 'Zebra']
          .sort(new Intl.Collator('und').compare)
          .map((name) => ({ id: idOf(name), name })),
      },
    });
  });

  it('is empty without any, and 404 for an unknown contact and for one of another account', async () => {
    const email = await contact();
    expect(await list(email)).toMatchObject({ status: 200, body: { brands: [] } });
    expect(await list('nobody@example.org')).toMatchObject({ status: 404 });
    expect(await list(email, other.key)).toMatchObject({ status: 404 });
  });

  it('leaves out brands that were deleted, which stay in the brandIds of the contact', async () => {
    const gone = { id: randomUUID(), name: 'Gone' };
    const kept = account.brands.map(({ id, name }) => brand({ id, name }));
    await deploy.apply({ accounts: [{ id: account.id, name: account.name, brands: [...kept, brand(gone)] }] });
    const email = await contact([gone.id]);
    await deploy.apply(
      {
        accounts: [
          { id: account.id, name: account.name, brands: kept },
          { id: other.id, name: other.name },
        ],
      },
      '?prune=true',
    );
    expect((await list(email)).body).toEqual({ brands: [] });
    const { body } = await deploy.call(`GET ${CONTACTS}/${md5(email)}`, { key: account.key });
    expect(body.brandIds).toEqual([gone.id]);
  });
});

describe('subscribing', () => {
  it('adds what is not there yet, with an event for each, and answers all', async () => {
    const email = await contact([idOf('apple')]);
    const answer = await subscribe(email, { brandIds: [idOf('Zebra'), idOf('apple').toUpperCase(), idOf('Zebra')] });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        brands: [
          { id: idOf('apple'), name: 'apple' },
          { id: idOf('Zebra'), name: 'Zebra' },
        ],
      },
    });
    expect(await eventsOf(email)).toEqual([
      expect.objectContaining({
        type: 'brand-subscribe',
        data: {
          accountId: account.id,
          emailMd5: md5(email),
          email,
          brandId: idOf('Zebra'),
          brandName: 'Zebra',
          subscribedAt: expect.any(String),
          cause: 'subscription-added',
        },
      }),
    ]);
  });

  it('makes no event when told not to, and none for what was there', async () => {
    const email = await contact([idOf('apple')]);
    await subscribe(email, { brandIds: [idOf('Birne')], publishBrandSubscribeEvents: false });
    await subscribe(email, { brandIds: [idOf('Birne'), idOf('apple')] });
    expect(await eventsOf(email)).toEqual([]);
  });

  it('makes one event for a brand that twenty add at once', async () => {
    const email = await contact();
    const ids = account.brands.map(({ id }) => id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => subscribe(email, { brandIds: i % 2 ? ids : ids.toReversed() })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await eventsOf(email)).map(({ data }) => data.brandId).sort()).toEqual([...ids].sort());
  });

  it('takes disabled brands and disabled contacts', async () => {
    const email = await contact();
    await deploy.call(`POST ${CONTACTS}/${md5(email)}/disable`, { key: account.key });
    expect(await subscribe(email, { brandIds: [idOf('apple')] })).toMatchObject({ status: 200 });
  });

  it.each([
    ['/brandIds', () => ({})],
    ['/brandIds', () => ({ brandIds: [] })],
    ['/brandIds', () => ({ brandIds: [randomUUID()] })],
    ['/brandIds', () => ({ brandIds: [other.brands[0]!.id] })],
    ['/brandIds', () => ({ brandIds: Array.from({ length: 101 }, () => randomUUID()) })],
    ['/brandIds/1', () => ({ brandIds: [idOf('apple'), 7] })],
    ['/publishBrandSubscribeEvents', () => ({ brandIds: [idOf('apple')], publishBrandSubscribeEvents: null })],
    ['/extra', () => ({ brandIds: [idOf('apple')], extra: 1 })],
  ])('refuses a fault at %s', async (pointer, body) => {
    const email = await contact();
    expect(await subscribe(email, body())).toMatchObject({
      status: 400,
      body: { code: 'invalid_request_error', errors: [{ pointer }] },
    });
    expect((await list(email)).body.brands).toEqual([]);
  });

  it('counts repeats once before the bound', async () => {
    const brandIds = Array.from({ length: 150 }, () => idOf('apple'));
    expect(await subscribe(await contact(), { brandIds })).toMatchObject({ status: 200 });
  });

  it('looks at the brands before it looks for the contact', async () => {
    expect(await subscribe('nobody@example.org', { brandIds: [randomUUID()] })).toMatchObject({ status: 400 });
    expect(await subscribe('nobody@example.org', { brandIds: [idOf('apple')] })).toMatchObject({ status: 404 });
    expect(await subscribe(await contact(), { brandIds: [other.brands[0]!.id] }, other.key)).toMatchObject({
      status: 404,
    });
  });
});

describe('unsubscribing', () => {
  it('ends the subscription and tells of it', async () => {
    const email = await contact([idOf('apple'), idOf('Birne')]);
    expect(await unsubscribe(email, idOf('apple').toUpperCase())).toMatchObject({ status: 204, body: undefined });
    expect((await list(email)).body.brands).toEqual([{ id: idOf('Birne'), name: 'Birne' }]);
    expect(await eventsOf(email)).toEqual([
      expect.objectContaining({
        type: 'brand-unsubscribe',
        data: {
          accountId: account.id,
          emailMd5: md5(email),
          email,
          brandId: idOf('apple'),
          brandName: 'apple',
          unsubscribedAt: expect.any(String),
        },
      }),
    ]);
  });

  it('succeeds for one of ten at once', async () => {
    const email = await contact([idOf('apple')]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => unsubscribe(email, idOf('apple'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 400)]);
    expect(await eventsOf(email)).toHaveLength(1);
  });

  it('is 400 for a brand that is not subscribed to or not in the account, before 404 for the contact', async () => {
    const email = await contact();
    const refused = { status: 400, body: { code: 'invalid_request_error', errors: [{ parameter: 'brandId' }] } };
    expect(await unsubscribe(email, idOf('apple'))).toMatchObject(refused);
    expect(await unsubscribe(email, other.brands[0]!.id)).toMatchObject(refused);
    expect(await unsubscribe('nobody@example.org', randomUUID())).toMatchObject(refused);
    expect(await unsubscribe(email, 'x')).toMatchObject(refused);
    expect(await unsubscribe('nobody@example.org', idOf('apple'))).toMatchObject({ status: 404 });
    expect(await unsubscribe(email, other.brands[0]!.id, other.key)).toMatchObject({ status: 404 });
  });
});
