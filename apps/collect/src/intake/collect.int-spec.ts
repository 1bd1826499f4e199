import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mintCredential } from '#auth';
import { md5Hex, sha512Hex } from '#identity';
import { aToken, type CollectService, collectService } from '../testing/collect-service.js';

const plain = 'a3f29c0d4be81755';
const hashed = '00000000000000d5';
const vault = '0000000000000512';
const sms = '0000000000005e55';
const smsHashed = '000000000005e55d';
const grouped = '00000000000000aa';
const linked = '00000000000000bb';
const disabled = '00000000000000cc';
const deleted = '00000000000000dd';
const foreign = '00000000000000ee';
const foreignGroup = '00000000000000ef';

const mine = aToken();
const other = aToken();
const revoked = aToken({ revoked: true });
const gone = aToken();

let service: CollectService;
beforeAll(async () => {
  service = await collectService();
  await service.know(
    [
      { optoutListId: plain },
      { optoutListId: hashed, storage: 'md5' },
      { optoutListId: vault, storage: 'sha512' },
      { optoutListId: sms, channel: 'sms', region: 'US' },
      { optoutListId: smsHashed, channel: 'sms', storage: 'md5' },
      { optoutListId: grouped, kind: 'grouped' },
      { optoutListId: linked, kind: 'linked' },
      { optoutListId: disabled, enabled: false },
      { optoutListId: deleted, deleted: true },
      { optoutListId: foreign },
      { optoutListId: foreignGroup, kind: 'grouped', enabled: false },
    ],
    [
      {
        userId: 'mine',
        tokens: [mine.told, revoked.told],
        optoutListIds: [plain, hashed, vault, sms, smsHashed, grouped, linked, disabled],
      },
      { userId: 'other', tokens: [other.told], optoutListIds: [foreign] },
      { userId: 'gone', deleted: true, tokens: [gone.told], optoutListIds: [plain] },
    ],
  );
});
afterAll(() => service.close());
beforeEach(() => service.database.query('TRUNCATE outbox'));

const json = { 'content-type': 'application/json' };
const collect = async (body: unknown, headers: object = { authorization: `Bearer ${mine.token}` }) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await service.call('POST', '/client-optout/collect', payload, { ...json, ...headers });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};
const jane = { optoutListId: plain, email: 'Jane@Shop.example' };

describe('an opt-out', () => {
  it('is accepted when it is written down, in the form that its list keeps', async () => {
    expect(await collect({ optoutListId: plain, email: ' Jane@Shop.Example ' })).toMatchObject({
      status: 202,
      body: { status: 'accepted' },
    });
    expect(await service.collected()).toEqual([
      {
        optoutListId: plain,
        hash: md5Hex('jane@shop.example'),
        value: 'jane@shop.example',
        collectedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
  });

  it('is accepted for a phone number, read in the region of its list', async () => {
    expect((await collect({ optoutListId: sms, sms: '(202) 555-0123' })).status).toBe(202);
    expect(await service.collected()).toMatchObject([
      { optoutListId: sms, hash: md5Hex('12025550123'), value: '12025550123' },
    ]);
  });

  it('leaves no address anywhere on a list that keeps hashes alone', async () => {
    await collect({ optoutListId: hashed, email: 'Jane@Shop.Example' });
    await collect({ optoutListId: vault, email: 'Jane@Shop.Example' });
    await collect({ optoutListId: smsHashed, sms: '+12025550123' });
    expect((await service.collected()).map(({ hash, value }) => ({ hash, value }))).toEqual([
      { hash: md5Hex('jane@shop.example'), value: undefined },
      { hash: sha512Hex('jane@shop.example'), value: undefined },
      { hash: md5Hex('12025550123'), value: undefined },
    ]);
    const everything: { line: string }[] = await service.database.query('SELECT outbox::text AS line FROM outbox');
    for (const { line } of everything) expect(line).not.toMatch(/jane|2025550123/i);
  });

  it('is taken with the token in the header api_key too, and with Bearer in any case', async () => {
    expect((await collect(jane, { api_key: mine.token })).status).toBe(202);
    expect((await collect(jane, { authorization: `bEaReR ${mine.token}` })).status).toBe(202);
  });

  it('is answered after the commit, and 1,000 at once share a few of them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => collect({ optoutListId: plain, email: `p${i}@shop.example` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const [{ rows, transactions }] = await service.database.query(
      'SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS transactions FROM outbox',
    );
    expect(rows).toBe(1_000);
    expect(transactions).toBeLessThan(200);
  });

  it('carries the id of its own request', async () => {
    await Promise.all(
      ['r-1', 'r-2'].map((id) => collect(jane, { authorization: `Bearer ${mine.token}`, 'x-request-id': id })),
    );
    const rows: { request_id: string }[] = await service.database.query('SELECT request_id FROM outbox');
    expect(rows.map(({ request_id }) => request_id).sort()).toEqual(['r-1', 'r-2']);
  });
});

describe('a refusal', () => {
  const refused = async (code: string, body: unknown, headers?: object) => {
    const answer = await collect(body, headers);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        status: 400,
        code,
        type: `https://docs.example/optout/error-codes#${code}`,
        instance: '/client-optout/collect',
      },
    });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(await service.collected()).toEqual([]);
    return answer.body.errors;
  };

  it.each([
    ['none', {}],
    ['one of another form', { authorization: 'Bearer abc' }],
    ['another scheme', { authorization: `Basic ${mine.token}` }],
    ['a bare token', { authorization: mine.token }],
    ['one that was never given out', { authorization: `Bearer ${mintCredential('hd_tok').token}` }],
    ['the right id with another secret', { authorization: `Bearer ${mine.token.slice(0, -4)}AAAA` }],
    ['a revoked one', { authorization: `Bearer ${revoked.token}` }],
    ["a deleted user's", { authorization: `Bearer ${gone.token}` }],
    ['a key of another kind', { authorization: `Bearer ${mintCredential('hd_key').token}` }],
  ])('tells of a token that is no good: %s', async (_, headers) => {
    await refused('invalid_token', jane, headers);
  });

  it('tells of the token before anything else', async () => {
    await refused('invalid_token', '{', { authorization: 'Bearer abc' });
    await refused('invalid_token', { optoutListId: 'x' }, { authorization: `Bearer ${revoked.token}` });
  });

  it.each([
    ['invalid_list', '0123456789abcdef'],
    ['invalid_list', plain.toUpperCase()],
    ['invalid_list', 'Newsletter'],
    ['invalid_list', ''],
    ['list_disabled', disabled],
    ['list_disabled', deleted],
    ['list_grouped', grouped],
    ['list_linked', linked],
    ['list_forbidden', foreign],
    ['list_forbidden', foreignGroup],
  ])('%s: list %j', async (code, optoutListId) => {
    expect(await refused(code, { ...jane, optoutListId })).toMatchObject([{ pointer: '/optoutListId' }]);
  });

  it('tells of what is no address, or no phone number', async () => {
    expect(await refused('invalid_email', { ...jane, email: 'jane' })).toMatchObject([{ pointer: '/email' }]);
    expect(await refused('invalid_email', { ...jane, email: md5Hex('jane') })).toBeDefined();
    expect(await refused('invalid_phone', { optoutListId: sms, sms: '123' })).toMatchObject([{ pointer: '/sms' }]);
  });

  it('tells of an address for an SMS list, and the other way round', async () => {
    await refused('sms_expected', { optoutListId: sms, email: 'jane@shop.example' });
    await refused('email_expected', { optoutListId: plain, sms: '+12025550123' });
  });

  it.each([
    ['{', undefined],
    ['', undefined],
    [[], ['']],
    [null, ['']],
    [{}, ['/optoutListId', '/email']],
    [{ optoutListId: plain }, ['/email']],
    [{ optoutListId: 1, email: null }, ['/optoutListId', '/email']],
    [{ ...jane, sms: '+12025550123' }, ['/sms']],
    [{ ...jane, campaign: 'x', 'a/b': 1 }, ['/campaign', '/a~1b']],
    [{ ...jane, email: 'a\0@b.co' }, ['/email']],
  ])('names what is wrong with the body %j', async (body, pointers) => {
    const errors = await refused('invalid_request_error', body);
    expect(errors?.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  it('has its own status for a wrong type, size, method and query', async () => {
    const headers = { authorization: `Bearer ${mine.token}` };
    const url = '/client-optout/collect';
    const form = await service.call('POST', url, 'a=b', {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form.statusCode).toBe(415);
    expect((await collect(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
    const get = await service.call('GET', url);
    expect([get.statusCode, get.headers.allow]).toEqual([405, 'POST']);
    expect((await service.call('POST', '/client-optout')).statusCode).toBe(404);
    expect((await service.call('POST', `${url}?x=1`, '{}', { ...headers, ...json })).json()).toMatchObject({
      status: 400,
      errors: [{ parameter: 'x' }],
    });
  });
});

describe('access', () => {
  it('ends at once when the token is revoked, the grant is taken or the list is disabled', async () => {
    const token = aToken();
    const listId = '00000000000000f1';
    const user = { userId: 'short-lived', tokens: [token.told], optoutListIds: [listId] };
    const attempt = async () => (await collect({ ...jane, optoutListId: listId }, { api_key: token.token })).body;
    await service.know([{ optoutListId: listId }], [user]);
    expect(await attempt()).toEqual({ status: 'accepted' });

    await service.know([{ optoutListId: listId, version: 2, enabled: false }]);
    expect(await attempt()).toMatchObject({ code: 'list_disabled' });
    await service.know([{ optoutListId: listId, version: 3 }], [{ ...user, version: 2, optoutListIds: [] }]);
    expect(await attempt()).toMatchObject({ code: 'list_forbidden' });
    await service.know([], [{ ...user, version: 3, tokens: [{ ...token.told, revoked: true }] }]);
    expect(await attempt()).toMatchObject({ code: 'invalid_token' });
  });

  it('that was remembered ends too when somebody takes it by hand', async () => {
    const token = aToken();
    await service.know([], [{ userId: 'by-hand', tokens: [token.told], optoutListIds: [plain] }]);
    const attempt = async () => (await collect(jane, { api_key: token.token })).body;
    expect([await attempt(), await attempt()]).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);
    await service.database.query(`DELETE FROM list_grant WHERE user_id = 'by-hand'`);
    expect(await attempt()).toMatchObject({ code: 'list_forbidden' });
    await service.database.query(`INSERT INTO list_grant VALUES ('by-hand', $1)`, [plain]);
    expect(await attempt()).toEqual({ status: 'accepted' });
    await service.database.query(`DELETE FROM list_token WHERE user_id = 'by-hand'`);
    expect(await attempt()).toMatchObject({ code: 'invalid_token' });
  });

  it('does not come back with an older state', async () => {
    const token = aToken();
    const user = { userId: 'old', tokens: [token.told], optoutListIds: [plain] };
    await service.know([], [{ ...user, version: 7, tokens: [] }]);
    await service.know([], [{ ...user, version: 6 }]);
    expect((await collect(jane, { api_key: token.token })).body).toMatchObject({ code: 'invalid_token' });
    await service.know([], [{ ...user, version: 8, deleted: true }]);
    await service.know([], [{ ...user, version: 7 }]);
    expect((await collect(jane, { api_key: token.token })).body).toMatchObject({ code: 'invalid_token' });
  });
});
