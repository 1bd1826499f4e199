import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type MailerService, mailerService, mailerUrl } from '../testing/mailer-service.js';

const optoutListId = 'a3f29c0d4be81755';
const spring = { name: 'Spring', optoutListId, format: 'md5' };
const key = 'm-abcd-e12-00112233445566778899aabbccddeeff';
const fast = {
  name: 'Fast',
  tokens: [{ name: 'main' }],
  access: [{ campaign: 'Spring', key, plain: false, md5: true, deltas: true }],
};

describe('the state of mailers and campaigns', () => {
  let mailer: MailerService;
  beforeAll(async () => {
    mailer = await mailerService();
    await mailer.list(optoutListId);
  });
  afterAll(() => mailer?.close());
  beforeEach(() => mailer.database.query(`TRUNCATE campaign, mailer CASCADE`));

  const actions = (body: { changes: { action: string; kind: string; name: string }[] }) =>
    body.changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);
  const prepare = async (token: string, accessKey = key) =>
    (await mailer.request('GET', `/accesskey/download/${accessKey}?token=${token}`)).body;

  it('is made, told with ids, keys and new secrets, and left alone the second time', async () => {
    const { status, body } = await mailer.apply({ campaigns: [spring], mailers: [fast] });
    expect(status).toBe(200);
    expect(actions(body)).toEqual([
      'created campaign Spring',
      'created mailer Fast',
      'created mailer token Fast/main',
      'created access key Fast/Spring',
    ]);
    expect(body.state.campaigns).toEqual([{ ...spring, enabled: true, id: expect.any(String) }]);
    const [{ tokens, access }] = body.state.mailers;
    expect(tokens).toEqual([
      { name: 'main', revoked: false, id: expect.any(String), token: expect.stringMatching(/^hd_mlr_/) },
    ]);
    expect(access).toEqual(fast.access);
    expect((await prepare(tokens[0].token)).result).toBe('success');

    const again = await mailer.apply({ campaigns: [spring], mailers: [fast] });
    expect(actions(again.body).every((line) => line.startsWith('unchanged '))).toBe(true);
    expect(JSON.stringify(again.body)).not.toContain('hd_mlr_');
    expect(JSON.stringify((await mailer.request('GET', '/admin/v1/state')).body)).not.toContain('hd_mlr_');
  });

  it('only tells what it would do with dryRun', async () => {
    const { body } = await mailer.apply({ campaigns: [spring], mailers: [fast] }, '?dryRun=true');
    expect(actions(body)).toContain('created mailer Fast');
    expect((await mailer.request('GET', '/admin/v1/state')).body).toEqual({ campaigns: [], mailers: [] });
  });

  it('deletes only with prune, and what is gone is closed', async () => {
    const { body } = await mailer.apply({ campaigns: [spring, { ...spring, name: 'Autumn' }], mailers: [fast] });
    const { token } = body.state.mailers[0].tokens[0];
    const without = { campaigns: [spring], mailers: [{ name: 'Fast', tokens: [], access: [] }] };
    expect(actions((await mailer.apply(without)).body).every((line) => line.startsWith('unchanged '))).toBe(true);
    expect((await prepare(token)).result).toBe('success');
    const pruned = await mailer.apply(without, '?prune=true');
    expect(actions(pruned.body)).toEqual([
      'unchanged campaign Spring',
      'deleted campaign Autumn',
      'changed mailer Fast',
      'deleted mailer token Fast/main',
      'deleted access key Fast/Spring',
    ]);
    expect((await prepare(token)).error_code).toBe('invalid_token');
  });

  it('leaves tokens and access alone that it has no list of, also with prune', async () => {
    const { body } = await mailer.apply({ campaigns: [spring], mailers: [fast] });
    const { token } = body.state.mailers[0].tokens[0];
    await mailer.apply({ mailers: [{ name: 'Fast' }] }, '?prune=true');
    expect((await prepare(token)).result).toBe('success');
  });

  it('revokes a token for good, and makes another of its name when it is wanted back', async () => {
    const first = await mailer.apply({ campaigns: [spring], mailers: [fast] });
    const { token } = first.body.state.mailers[0].tokens[0];
    const link = (await prepare(token)).download_link.replace(mailerUrl, '');
    await mailer.apply({ mailers: [{ ...fast, tokens: [{ name: 'main', revoked: true }] }] });
    expect((await prepare(token)).error_code).toBe('invalid_token');
    expect(await mailer.request('GET', link)).toMatchObject({ status: 401, body: { error_code: 'invalid_token' } });
    const second = await mailer.apply({ mailers: [fast] });
    const fresh = second.body.state.mailers[0].tokens[0].token;
    expect(fresh).not.toBe(token);
    expect((await prepare(fresh)).result).toBe('success');
    expect((await prepare(token)).error_code).toBe('invalid_token');
  });

  it('moves a key from one mailer to another, and gives a campaign another list', async () => {
    await mailer.apply({ campaigns: [spring], mailers: [fast] });
    const slow = { ...fast, name: 'Slow' };
    const { status, body } = await mailer.apply({ mailers: [slow, { ...fast, access: [] }] }, '?prune=true');
    expect(status).toBe(200);
    const slowToken = body.state.mailers.find(({ name }: { name: string }) => name === 'Slow').tokens[0].token;
    expect((await prepare(slowToken)).result).toBe('success');
    const moved = await mailer.apply({ campaigns: [{ ...spring, optoutListId: 'ffffffffffffffff' }] });
    expect(actions(moved.body)).toContain('changed campaign Spring');
  });

  it('exchanges the keys of two campaigns', async () => {
    const other = 'm-abcd-e12-ffeeddccbbaa99887766554433221100';
    const campaigns = [spring, { ...spring, name: 'Autumn' }];
    const mailers = (...keys: string[]) => [
      { name: 'Fast', access: keys.map((one, n) => ({ ...fast.access[0], campaign: campaigns[n]!.name, key: one })) },
    ];
    await mailer.apply({ campaigns, mailers: mailers(key, other) });
    const { status, body } = await mailer.apply({ campaigns, mailers: mailers(other, key) });
    expect([status, body.state.mailers[0].access.map((one: { key: string }) => one.key)]).toEqual([200, [other, key]]);
    const stored = (await mailer.request('GET', '/admin/v1/state')).body.mailers[0].access;
    expect(new Map(stored.map((one: { campaign: string; key: string }) => [one.campaign, one.key]))).toEqual(
      new Map([
        ['Spring', other],
        ['Autumn', key],
      ]),
    );
  });

  it('names everything that is wrong, and changes nothing', async () => {
    const { status, headers, body } = await mailer.apply({
      campaigns: [spring, { ...spring, name: 'Spring' }],
      mailers: [
        { ...fast, access: [{ campaign: 'Winter' }, { campaign: 'Autumn' }] },
        { name: 'Fast', tokens: [{ name: 'a' }, { name: 'a' }] },
      ],
    });
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/campaigns/1/name',
      '/mailers/1/name',
      '/mailers/0/access/0/campaign',
      '/mailers/0/access/1/campaign',
      '/mailers/1/tokens/1/name',
    ]);
    expect((await mailer.apply({ campaigns: [{ ...spring, format: 'rot13', colour: 'red' }] })).status).toBe(400);
    expect((await mailer.request('GET', '/admin/v1/state')).body).toEqual({ campaigns: [], mailers: [] });
  });

  it('is for administrators', async () => {
    for (const path of ['/admin/v1/state', '/admin/v1/directory'])
      expect((await mailer.request('GET', path, { token: 'hd_mlr_0123456789abcdef' })).status).toBe(401);
  });
});
