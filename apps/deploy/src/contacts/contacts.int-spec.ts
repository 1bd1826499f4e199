import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';

const CONTACTS = '/deploy/v1/contacts';
const md5 = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex');
const sha512 = (email: string) => createHash('sha512').update(email.toLowerCase()).digest('hex');

let deploy: DeployUnderTest;
let account: TestAccount;
let other: TestAccount;
let counter = 0;

const schema = [
  { name: 'firstName', type: 'string' },
  { name: 'workEmail', type: 'email' },
  { name: 'score', type: 'number' },
  { name: 'vip', type: 'boolean' },
  { name: 'tags', type: 'array' },
  { name: 'a/b~c', type: 'string' },
  { name: 'constructor', type: 'string' },
];

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
  account = await deploy.account({ schema, brands: ['Shoes', 'Hats'] });
  other = await deploy.account({ schema, brands: ['Foreign'] });
});
afterAll(() => deploy.close());

const anEmail = () => `ann${counter++}@example.org`;
const create = (body: object | string, key = account.key) => deploy.call(`POST ${CONTACTS}`, { key, body });
const get = (email: string, key = account.key) => deploy.call(`GET ${CONTACTS}/${md5(email)}`, { key });
const patch = (email: string, body: unknown, headers = {}) =>
  deploy.call(`PATCH ${CONTACTS}/${md5(email)}`, { key: account.key, body, headers });
const disable = (email: string) => deploy.call(`POST ${CONTACTS}/${md5(email)}/disable`, { key: account.key });
const created = async (body: object = {}) => {
  const email = anEmail();
  expect(await create({ email, ...body })).toMatchObject({ status: 201 });
  return email;
};

describe('creating a contact', () => {
  it('answers the whole contact and where it is', async () => {
    const brandIds = account.brands.map(({ id }) => id);
    const answer = await create({
      email: 'Ann.Lee@Example.org',
      brandIds,
      attributes: { firstName: 'Ann', score: 1.5, vip: true, tags: ['a', 1], constructor: 'x' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`${CONTACTS}/${md5('ann.lee@example.org')}`);
    expect(answer.body).toEqual({
      email: 'Ann.Lee@Example.org',
      emailMd5: md5('ann.lee@example.org'),
      attributes: { firstName: 'Ann', score: 1.5, vip: true, tags: ['a', 1], constructor: 'x' },
      brandIds: [...brandIds].sort(),
      enabled: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect((await get('ann.lee@example.org')).body).toEqual(answer.body);
  });

  it('reads addresses with what is derived from them', async () => {
    const email = await created({ attributes: { workEmail: 'Ann@Mail.Work.example' } });
    expect((await get(email)).body.attributes).toEqual({
      workEmail: 'Ann@Mail.Work.example',
      'workEmail:md5': md5('Ann@Mail.Work.example'),
      'workEmail:sha512': sha512('Ann@Mail.Work.example'),
      'workEmail:domain': 'mail.work.example',
    });
  });

  it('returns every value exactly as it was sent', async () => {
    const attributes = {
      firstName: ' \u{1F600}"\\\n\u2028é ',
      score: 1.7976931348623157e308,
      tags: ['', 0.1, -5e-324, 'x'].slice(1),
      vip: false,
      'a/b~c': 'x'.repeat(4_096),
    };
    const email = await created({ attributes });
    expect((await get(email)).body.attributes).toEqual(attributes);
  });

  it('makes an event for each brand, unless told not to', async () => {
    const { id: brandId, name: brandName } = account.brands[0]!;
    const email = await created({ brandIds: [brandId, brandId.toUpperCase()] });
    const silent = await created({ brandIds: [brandId], publishBrandSubscribeEvents: false });
    const { createdAt: subscribedAt } = (await get(email)).body;
    const events = await deploy.events(account.id);
    const data = {
      accountId: account.id,
      emailMd5: md5(email),
      email,
      brandId,
      brandName,
      subscribedAt,
      cause: 'contact-created',
    };
    expect(events.filter(({ subject }) => subject === md5(email))).toEqual([
      expect.objectContaining({ type: 'brand-subscribe', data }),
    ]);
    expect(events.filter(({ subject }) => subject === md5(silent))).toEqual([]);
    expect((await get(silent)).body.brandIds).toEqual([brandId]);
  });

  it('lets one of fifty at once win', async () => {
    const email = anEmail();
    const brandIds = [account.brands[0]!.id];
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ email, brandIds })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'contact_exists')).toHaveLength(49);
    expect((await deploy.events(account.id)).filter(({ subject }) => subject === md5(email))).toHaveLength(1);
  });

  it('refuses an address that differs from a known one in case alone, also of a disabled contact', async () => {
    const email = await created();
    await disable(email);
    expect(await create({ email: email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'contact_exists', title: 'Conflict' },
    });
  });

  it.each([
    ['/email', {}],
    ['/email', { email: 'ann@localhost' }],
    ['/email', { email: null }],
    ['/email', { email: ' ann@example.org' }],
    ['/colour', { email: 'x@example.org', colour: 'red' }],
    ['/emailMd5', { email: 'x@example.org', emailMd5: 'x' }],
    ['/brandIds', { email: 'x@example.org', brandIds: 'x' }],
    ['/brandIds', { email: 'x@example.org', brandIds: null }],
    ['/brandIds/1', { email: 'x@example.org', brandIds: [randomUUID(), 'x'] }],
    ['/brandIds', { email: 'x@example.org', brandIds: Array.from({ length: 101 }, () => randomUUID()) }],
    ['/brandIds', { email: 'x@example.org', brandIds: [randomUUID()] }],
    ['/publishBrandSubscribeEvents', { email: 'x@example.org', publishBrandSubscribeEvents: 'true' }],
    ['/attributes', { email: 'x@example.org', attributes: [] }],
    ['/attributes', { email: 'x@example.org', attributes: null }],
    ['/attributes/colour', { email: 'x@example.org', attributes: { colour: 'red' } }],
    ['/attributes/FIRSTNAME', { email: 'x@example.org', attributes: { FIRSTNAME: 'Ann' } }],
    ['/attributes/firstName', { email: 'x@example.org', attributes: { firstName: '' } }],
    ['/attributes/firstName', { email: 'x@example.org', attributes: { firstName: null } }],
    ['/attributes/firstName', { email: 'x@example.org', attributes: { firstName: { a: 1 } } }],
    ['/attributes/firstName', { email: 'x@example.org', attributes: { firstName: 'x'.repeat(4_097) } }],
    ['/attributes/firstName', { email: 'x@example.org', attributes: { firstName: 5 } }],
    ['/attributes/score', { email: 'x@example.org', attributes: { score: '5' } }],
    ['/attributes/vip', { email: 'x@example.org', attributes: { vip: 1 } }],
    ['/attributes/workEmail', { email: 'x@example.org', attributes: { workEmail: 'nobody' } }],
    ['/attributes/tags', { email: 'x@example.org', attributes: { tags: [true] } }],
    ['/attributes/tags', { email: 'x@example.org', attributes: { tags: [''] } }],
    ['/attributes/tags', { email: 'x@example.org', attributes: { tags: Array.from({ length: 101 }, () => 1) } }],
    ['/attributes/a~1b~0c', { email: 'x@example.org', attributes: { 'a/b~c': 5 } }],
    ['/attributes/eMail', { email: 'x@example.org', attributes: { eMail: 'x@example.org' } }],
    ['/attributes/Brand', { email: 'x@example.org', attributes: { Brand: [] } }],
    ['/attributes/workEmail:md5', { email: 'x@example.org', attributes: { 'workEmail:md5': 'x' } }],
  ])('refuses a fault at %s', async (pointer, body) => {
    const answer = await create(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request_error', errors: [{ pointer }] } });
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  it('takes characters beyond the basic plane as one', async () => {
    await created({ attributes: { firstName: '\u{1F600}'.repeat(4_096) } });
    expect(await create({ email: anEmail(), attributes: { firstName: '\u{1F600}'.repeat(4_097) } })).toMatchObject({
      status: 400,
    });
  });

  it('refuses numbers that no double holds', async () => {
    expect(await create(`{"email":"${anEmail()}","attributes":{"score":1e400}}`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/attributes/score' }] },
    });
  });

  it('names all unknown brands', async () => {
    const [a, b] = [randomUUID(), other.brands[0]!.id];
    const answer = await create({ email: anEmail(), brandIds: [a, account.brands[0]!.id, b] });
    expect(answer.body.errors[0].detail).toContain(a);
    expect(answer.body.errors[0].detail).toContain(b);
    expect(answer.body.errors[0].detail).not.toContain(account.brands[0]!.id);
  });

  it('looks at brands before it looks whether the contact exists', async () => {
    const email = await created();
    expect(await create({ email, brandIds: [randomUUID()] })).toMatchObject({ status: 400 });
  });
});

describe('reading a contact', () => {
  it('takes the hash in upper case', async () => {
    const email = await created();
    const answer = await deploy.call(`GET ${CONTACTS}/${md5(email).toUpperCase()}`, { key: account.key });
    expect(answer).toMatchObject({ status: 200, body: { email, emailMd5: md5(email) } });
  });

  it('is 404 for an unknown contact and for one of another account, 400 for no hash', async () => {
    const email = await created();
    expect(await get('nobody@example.org')).toMatchObject({ status: 404, body: { code: 'not_found_error' } });
    expect(await get(email, other.key)).toMatchObject({ status: 404 });
    expect(await deploy.call(`GET ${CONTACTS}/xyz`, { key: account.key })).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'emailMd5' }] },
    });
  });

  it('answers many at once, each its own', async () => {
    const emails = await Promise.all(Array.from({ length: 20 }, () => created()));
    const answers = await Promise.all([...emails, 'nobody@example.org'].map((email) => get(email)));
    expect(answers.map(({ body }) => body.email)).toEqual([...emails, undefined]);
  });
});

describe('patching a contact', () => {
  it.each(['application/json', 'application/merge-patch+json; charset=utf-8'])(
    'sets, removes and leaves (%s)',
    async (type) => {
      const email = await created({ attributes: { firstName: 'Ann', score: 1, vip: true } });
      const answer = await patch(
        email,
        { attributes: { firstName: 'Anna', score: null, tags: [] } },
        { 'content-type': type },
      );
      expect(answer).toMatchObject({ status: 200, body: { email } });
      expect(answer.body.attributes).toEqual({ firstName: 'Anna', vip: true, tags: [] });
      expect((await get(email)).body).toEqual(answer.body);
    },
  );

  it.each([{}, { attributes: {} }])('changes nothing by %j', async (body) => {
    const email = await created({ attributes: { firstName: 'Ann' } });
    expect(await patch(email, body)).toMatchObject({ status: 200, body: { attributes: { firstName: 'Ann' } } });
  });

  it('loses no change of two at once', async () => {
    const email = await created();
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => patch(email, { attributes: { score: i } })),
      patch(email, { attributes: { firstName: 'Ann' } }),
      patch(email, { attributes: { vip: true } }),
    ]);
    expect((await get(email)).body.attributes).toMatchObject({ firstName: 'Ann', vip: true });
  });

  it.each([
    ['/attributes', { attributes: null }],
    ['/email', { email: 'x@example.org' }],
    ['/brandIds', { brandIds: [] }],
    ['/attributes/colour', { attributes: { colour: null } }],
    ['/attributes/firstName', { attributes: { firstName: '' } }],
    ['/attributes/email', { attributes: { email: null } }],
    ['/attributes/brand', { attributes: { brand: [] } }],
    ['/attributes/tags', { attributes: { tags: [null] } }],
  ])('refuses a fault at %s', async (pointer, body) => {
    expect(await patch(await created(), body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('checks attributes before it looks for the contact', async () => {
    expect(await patch('nobody@example.org', { attributes: { colour: 'red' } })).toMatchObject({ status: 400 });
    expect(await patch('nobody@example.org', { attributes: { firstName: 'Ann' } })).toMatchObject({ status: 404 });
  });

  it('is 404 for a contact of another account', async () => {
    const email = await created();
    const answer = await deploy.call(`PATCH ${CONTACTS}/${md5(email)}`, { key: other.key, body: {} });
    expect(answer.status).toBe(404);
  });
});

describe('disabling a contact', () => {
  it('keeps it readable and writable, and tells of it once', async () => {
    const email = await created();
    expect(await disable(email)).toMatchObject({ status: 204, body: undefined });
    expect(await disable(email)).toMatchObject({ status: 204 });
    expect(await get(email)).toMatchObject({ status: 200, body: { enabled: false } });
    expect(await patch(email, { attributes: { vip: true } })).toMatchObject({ status: 200, body: { enabled: false } });
    const events = (await deploy.events(account.id)).filter(({ subject }) => subject === md5(email));
    expect(events).toEqual([
      expect.objectContaining({
        type: 'contact-disabled',
        data: { accountId: account.id, emailMd5: md5(email), email, disabledAt: expect.any(String) },
      }),
    ]);
  });

  it('is 404 for an unknown contact and for one of another account', async () => {
    const email = await created();
    expect(await disable('nobody@example.org')).toMatchObject({ status: 404 });
    expect(await deploy.call(`POST ${CONTACTS}/${md5(email)}/disable`, { key: other.key })).toMatchObject({
      status: 404,
    });
    expect((await get(email)).body.enabled).toBe(true);
  });

  it('takes an empty body of any type, and no other', async () => {
    const email = await created();
    const target = `POST ${CONTACTS}/${md5(email)}/disable`;
    const empty = { key: account.key, body: '', headers: { 'content-type': 'text/plain' } };
    expect(await deploy.call(target, empty)).toMatchObject({ status: 204 });
    expect(await deploy.call(target, { key: account.key, body: { a: 1 } })).toMatchObject({ status: 400 });
  });
});
