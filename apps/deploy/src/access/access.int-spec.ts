import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { type Answer, DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';

let deploy: DeployUnderTest;
let account: TestAccount;

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
  account = await deploy.account();
});
afterAll(() => deploy.close());

const SCHEMA = 'GET /deploy/v1/contact-schema';
const withAuthorization = (authorization: string) => deploy.call(SCHEMA, { headers: { authorization } });

async function key(fields: object): Promise<string> {
  const { state } = await deploy.apply({
    accounts: [{ id: account.id, name: account.name, keys: [{ name: randomUUID(), ...fields }] }],
  });
  return state.accounts[0].keys.find((made: { key?: string }) => made.key).key;
}

describe('the API key', () => {
  it.each([(sent: string) => `Bearer ${sent}`, (sent: string) => `bEARER ${sent}`, (sent: string) => sent])(
    'comes with any case of Bearer, or bare (%#)',
    async (form) => expect(await withAuthorization(form(account.key))).toMatchObject({ status: 200 }),
  );

  it('is required, and must be one of ours to the last character', async () => {
    const wrong = [
      '',
      'Bearer',
      'Bearer x',
      `Basic ${account.key}`,
      `Bearer ${account.key.slice(0, -1)}${account.key.endsWith('A') ? 'B' : 'A'}`,
      `Bearer hd_key_0123456789abcdef_${'x'.repeat(43)}`,
      `Bearer ${account.key.replace('hd_key', 'hd_tok')}`,
    ];
    const answers = await Promise.all([deploy.call(SCHEMA), ...wrong.map(withAuthorization)]);
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
        body: {
          type: 'https://docs.example/deploy/error-codes#authentication_error',
          title: 'Authentication failed',
          status: 401,
          code: 'authentication_error',
          detail: 'credentials required',
          instance: '/deploy/v1/contact-schema',
        },
      });
  });

  it('is refused from the moment in which it is revoked, and has a new secret when that is taken back', async () => {
    const name = randomUUID();
    const apply = async (revoked: boolean) => {
      const keys = [{ name, permissions: ['schema:read'], revoked }];
      const { state } = await deploy.apply({ accounts: [{ id: account.id, name: account.name, keys }] });
      return state.accounts[0].keys.find((made: { name: string }) => made.name === name).key;
    };
    const first = await apply(false);
    expect(await deploy.call(SCHEMA, { key: first })).toMatchObject({ status: 200 });
    expect(await apply(true)).toBeUndefined();
    expect(await deploy.call(SCHEMA, { key: first })).toMatchObject({ status: 401 });
    const second = await apply(false);
    expect(await deploy.call(SCHEMA, { key: first })).toMatchObject({ status: 401 });
    expect(await deploy.call(SCHEMA, { key: second })).toMatchObject({ status: 200 });
  });

  it('has its last use written down', async () => {
    const used = await key({ permissions: ['schema:read'] });
    await deploy.call(SCHEMA, { key: used });
    const listed = async () =>
      (await deploy.admin(`GET /admin/v1/accounts/${account.id}/keys`)).body.keys.find(
        ({ id }: { id: string }) => id === used.split('_')[2],
      );
    expect(await listed()).toMatchObject({ permissions: ['schema:read'], revoked: false });
    await eventually(async () => (await listed()).lastUsedAt !== undefined);
  });

  it('is revoked by admins alone, in its own account', async () => {
    const revoked = await key({ permissions: ['schema:read'] });
    const path = (of: { id: string }, id = revoked.split('_')[2]) =>
      `POST /admin/v1/accounts/${of.id}/keys/${id}/revoke`;
    expect(await deploy.call(path(account), { key: revoked })).toMatchObject({ status: 401 });
    expect(await deploy.admin(path(await deploy.account()))).toMatchObject({ status: 404 });
    expect(await deploy.admin(path(account, 'x'))).toMatchObject({ status: 404 });
    expect(await deploy.admin(`GET /admin/v1/accounts/${randomUUID()}/keys`)).toMatchObject({ status: 404 });
    expect(await deploy.call(SCHEMA, { key: revoked })).toMatchObject({ status: 200 });
    for (const _ of [1, 2]) expect(await deploy.admin(path(account))).toMatchObject({ status: 204 });
    expect(await deploy.call(SCHEMA, { key: revoked })).toMatchObject({ status: 401 });
  });
});

describe('permissions', () => {
  const contact = `/deploy/v1/contacts/${'0'.repeat(32)}`;
  const routes: [string, string][] = [
    ['POST /deploy/v1/contacts', 'contacts:write'],
    [`GET ${contact}`, 'contacts:read'],
    [`PATCH ${contact}`, 'contacts:write'],
    [`POST ${contact}/disable`, 'contacts:write'],
    [`GET ${contact}/subscriptions`, 'contacts:read'],
    [`POST ${contact}/subscriptions`, 'contacts:write'],
    [`DELETE ${contact}/subscriptions/${randomUUID()}`, 'contacts:write'],
    ['GET /deploy/v1/brands', 'brands:read'],
    [`GET /deploy/v1/brands/${randomUUID()}`, 'brands:read'],
    ['GET /deploy/v1/contact-schema', 'schema:read'],
  ];
  const all = ['contacts:read', 'contacts:write', 'brands:read', 'schema:read'];

  it.each(routes)('%s is refused without %s, and not with it alone', async (target, permission) => {
    const others = await key({ permissions: all.filter((one) => one !== permission) });
    expect(await deploy.call(target, { key: others, body: '{' })).toMatchObject({
      status: 403,
      body: { code: 'permission_error', title: 'Permission denied' },
    });
    const alone = await key({ permissions: [permission] });
    const { status } = await deploy.call(target, { key: alone });
    expect([200, 204, 400, 404, 415]).toContain(status);
  });

  it.each(routes)('%s is 401 without a key, whatever the body', async (target) => {
    expect(await deploy.call(target, { body: '{', headers: { 'content-type': 'text/x' } })).toMatchObject({
      status: 401,
    });
  });
});

describe('the rate limit of a key', () => {
  const limits = ({ headers }: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-rate-limit-${name}`]));

  it('lets so many requests through a minute, and says how many are left on every answer', async () => {
    const limited = await key({ permissions: ['contacts:read'], requestsPerMinute: 3 });
    // As if the minute had just begun: it must not end in the middle.
    const pin = () =>
      deploy.db.query(`UPDATE api_key_rate SET minute = now() + interval '5 minutes' WHERE key_id = $1`, [
        limited.split('_')[2],
      ]);
    const answers: Answer[] = [await deploy.call('GET /deploy/v1/contacts/x', { key: limited })];
    await pin();
    answers.push(await deploy.call(SCHEMA, { key: limited }));
    answers.push(await deploy.call(`GET /deploy/v1/contacts/${'0'.repeat(32)}`, { key: limited }));
    answers.push(await deploy.call(`GET /deploy/v1/contacts/${'0'.repeat(32)}`, { key: limited }));
    expect(answers.map(({ status }) => status)).toEqual([400, 403, 404, 429]);
    expect(answers.map((answer) => limits(answer).slice(0, 2))).toEqual([
      [3, 2],
      [3, 1],
      [3, 0],
      [3, 0],
    ]);
    expect(answers[3]).toMatchObject({ body: { code: 'api_error', status: 429 } });
    expect(answers[3]!.headers['retry-after']).toBe(answers[3]!.headers['x-rate-limit-reset']);
    expect(limits(answers[0]!)[2]).toBeGreaterThanOrEqual(1);
    expect(limits(answers[0]!)[2]).toBeLessThanOrEqual(60);
  });

  it('holds for requests that come in together', async () => {
    const limited = await key({ permissions: ['schema:read'], requestsPerMinute: 5 });
    await deploy.db.query(`INSERT INTO api_key_rate VALUES ($1, now() + interval '5 minutes', 0)`, [
      limited.split('_')[2],
    ]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => deploy.call(SCHEMA, { key: limited })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('begins anew with the next minute', async () => {
    const limited = await key({ permissions: ['schema:read'], requestsPerMinute: 1 });
    await deploy.db.query(`INSERT INTO api_key_rate VALUES ($1, now() - interval '5 minutes', 9)`, [
      limited.split('_')[2],
    ]);
    expect(await deploy.call(SCHEMA, { key: limited })).toMatchObject({ status: 200 });
  });

  it('is off where none is set', async () => {
    expect((await deploy.call(SCHEMA, { key: account.key })).headers).not.toHaveProperty('x-rate-limit-limit');
  });
});

describe('the form of requests', () => {
  it('is refused in the envelope', async () => {
    const post = (body: string, headers = {}) =>
      deploy.call('POST /deploy/v1/contacts', { key: account.key, body, headers });
    expect(await post('{')).toMatchObject({ status: 400, body: { code: 'invalid_request_error' } });
    expect(await post('[]')).toMatchObject({ status: 400 });
    expect(await post('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect(await post(`{"email":"${'x'.repeat(1_100_000)}"}`)).toMatchObject({ status: 413 });
    expect(await post('{"email":"a\\u0000@x.example"}')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/email' }] },
    });
    expect(await post('{"email":"a@x.example","attributes":{"a":["\\ud800"]}}')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/attributes/a/0' }] },
    });
    expect(await post('{"email":"a@x.example","attributes":{"\\u0000":1}}')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/attributes' }] },
    });
  });

  it('tells an unknown address from a wrong method', async () => {
    expect(await deploy.call('GET /deploy/v1/nothing')).toMatchObject({
      status: 404,
      body: { code: 'not_found_error' },
    });
    expect(await deploy.call('DELETE /deploy/v1/brands')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
      body: { code: 'invalid_request_error' },
    });
  });
});
