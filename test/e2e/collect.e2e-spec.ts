/** What the program behind a form sees: an opt-out is taken for good or refused in words that it can tell apart. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { downloadRows } from './support/downloads.js';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { type Provisioned, provision } from './support/provision.js';
import { replica } from './support/replica.js';

/** What is told goes from service to service by the broker; another test may be killing those who carry it. */
const patiently = { timeoutMs: 50_000, everyMs: 200 };
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

let heed: Installation;
let made: Provisioned;
let token: string;
beforeAll(async () => {
  heed = await installation();
  made = await provision(heed, {
    lists: [
      { name: 'Forms', channel: 'email', storage: 'plain' },
      { name: 'Forms hashed', channel: 'email', storage: 'md5' },
      { name: 'Forms SMS', channel: 'sms', storage: 'plain', region: 'DE' },
      { name: 'Forms group', kind: 'grouped', members: ['Forms'] },
      { name: 'Forms link', kind: 'linked', source: 'Forms' },
      { name: 'Forms closed', channel: 'email', storage: 'plain', enabled: false },
      { name: 'Forms gone', channel: 'email', storage: 'plain' },
      { name: 'Forms of others', channel: 'email', storage: 'plain' },
      { name: 'Forms in a rush', channel: 'email', storage: 'plain' },
    ],
    users: [
      {
        name: 'forms',
        tokens: [{ name: 'main' }],
        lists: ['', ' hashed', ' SMS', ' group', ' link', ' closed', ' gone', ' in a rush'].map((end) => `Forms${end}`),
      },
      { name: 'forms of others', tokens: [{ name: 'main' }], lists: ['Forms of others'] },
    ],
  });
  token = made.token('forms');
});

const collect = (body: unknown, as = token, host = heed.collectUrl) =>
  send('POST', `${host}/client-optout/collect`, { token: as, body });
const admin = <T>(method: string, path: string) =>
  send<T>(method, `${heed.adminUrls.optout}/admin/v1${path}`, { token: heed.adminToken });

describe('collect', () => {
  it('accepts an address, or a phone number, and has it in the list soon after', async () => {
    const accepted = { status: 202, body: { status: 'accepted' } };
    expect(await collect({ optoutListId: made.listId('Forms'), email: ' Jürgen@Müller.Example ' })).toMatchObject(
      accepted,
    );
    expect(await collect({ optoutListId: made.listId('Forms hashed'), email: 'A@b.example' })).toMatchObject(accepted);
    expect(await collect({ optoutListId: made.listId('Forms SMS'), sms: '030 901820' })).toMatchObject(accepted);
    const rows = (list: string) => downloadRows(heed, token, made.listId(list), ['plain', 'hashed'], ['collected']);
    await eventually(
      async () =>
        expect([await rows('Forms'), await rows('Forms hashed'), await rows('Forms SMS')]).toEqual([
          [`jürgen@müller.example,${md5('jürgen@müller.example')}`],
          [`,${md5('a@b.example')}`],
          [`4930901820,${md5('4930901820')}`],
        ]),
      patiently,
    );
  });

  const problem = (code: string, pointer?: string) => ({
    status: 400,
    body: {
      status: 400,
      code,
      type: `${heed.baseUrl}/docs/optout/error-codes#${code}`,
      instance: '/client-optout/collect',
      title: expect.any(String),
      detail: expect.any(String),
      ...(pointer && { errors: [{ pointer, detail: expect.any(String) }] }),
    },
  });

  it('tells each reason by its own code', async () => {
    expect((await admin('DELETE', `/lists/${made.listId('Forms gone')}`)).status).toBe(204);
    const to = (list: string, more: object = { email: 'jane@shop.example' }) => ({
      optoutListId: made.listId(list),
      ...more,
    });
    const jane = to('Forms');
    await eventually(
      async () => expect(await collect(to('Forms gone'))).toMatchObject(problem('list_disabled', '/optoutListId')),
      patiently,
    );
    const refused: [unknown, string, string?][] = [
      [{ ...jane, optoutListId: '0123456789abcdef' }, 'invalid_list', '/optoutListId'],
      [{ ...jane, optoutListId: 'Forms' }, 'invalid_list', '/optoutListId'],
      [to('Forms closed'), 'list_disabled', '/optoutListId'],
      [to('Forms group'), 'list_grouped', '/optoutListId'],
      [to('Forms link'), 'list_linked', '/optoutListId'],
      [to('Forms of others'), 'list_forbidden', '/optoutListId'],
      [to('Forms', { email: 'jane' }), 'invalid_email', '/email'],
      [to('Forms SMS', { sms: '12' }), 'invalid_phone', '/sms'],
      [to('Forms SMS'), 'sms_expected', '/email'],
      [to('Forms', { sms: '+4930901820' }), 'email_expected', '/sms'],
      [{ ...jane, campaign: 'x' }, 'invalid_request_error', '/campaign'],
    ];
    for (const [body, code, pointer] of refused)
      expect([code, await collect(body)]).toMatchObject([code, problem(code, pointer)]);
    expect(await collect(jane, 'hd_tok_nothing')).toMatchObject(problem('invalid_token'));
    expect(await collect(jane, heed.apiKey('acme'))).toMatchObject(problem('invalid_token'));
    expect((await collect(jane)).headers.get('content-type')).toMatch(/^application\/json/);
    expect((await collect({})).headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('a collect that has its hands full', () => {
  let narrow: Awaited<ReturnType<typeof replica>>;
  beforeAll(async () => {
    narrow = await replica('collect', { HEED_COLLECT_WAITING: '1' });
  }, 90_000);
  afterAll(() => narrow?.close());

  it('says so with 503 and Retry-After, and has taken all that it accepted and nothing else', async () => {
    const optoutListId = made.listId('Forms in a rush');
    const accepted: string[] = [];
    let rush = 0;
    await eventually(async () => {
      rush += 1;
      const emails = Array.from({ length: 100 }, (_, i) => `p${rush}.${i}@shop.example`);
      const answers = await Promise.all(emails.map((email) => collect({ optoutListId, email }, token, narrow.url)));
      accepted.push(...emails.filter((_, i) => answers[i]!.status === 202));
      const refused = answers.filter(({ status }) => status !== 202);
      expect(refused.length).toBeGreaterThan(0);
      for (const { status, body, headers } of refused) {
        expect({ status, body }).toMatchObject({ status: 503, body: { code: 'api_error', status: 503 } });
        expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
    });
    expect(accepted.length).toBeGreaterThan(0);
    await eventually(
      async () => expect(await downloadRows(heed, token, optoutListId, ['plain'])).toEqual(accepted.sort()),
      patiently,
    );
  }, 60_000);
});
