import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OptoutService, optoutService } from '../testing/optout-service.js';

let service: OptoutService;
let token: string;
let foreignToken: string;
beforeAll(async () => {
  service = await optoutService();
  const { body } = await service.admin('PUT', '/state', {
    lists: [
      { name: 'Newsletter', id: 'aaaaaaaaaaaaaaa1', channel: 'email', storage: 'plain' },
      { name: 'Numbers', id: 'aaaaaaaaaaaaaaa2', channel: 'sms', storage: 'plain' },
      { name: 'Off', id: 'aaaaaaaaaaaaaaa3', channel: 'email', storage: 'md5', enabled: false },
      { name: 'Foreign', id: 'aaaaaaaaaaaaaaa4', channel: 'email', storage: 'md5' },
      { name: 'Group', id: 'aaaaaaaaaaaaaaa5', kind: 'grouped', members: ['Newsletter', 'Foreign', 'Off'] },
      { name: 'Link', id: 'aaaaaaaaaaaaaaa6', kind: 'linked', source: 'Foreign' },
      { name: 'Gone', id: 'aaaaaaaaaaaaaaa7', channel: 'email', storage: 'md5' },
    ],
    users: [
      { name: 'me', tokens: [{ name: 't' }], lists: ['Newsletter', 'Numbers', 'Off', 'Group', 'Link', 'Gone'] },
      { name: 'other', tokens: [{ name: 't' }], lists: ['Foreign'] },
    ],
  });
  [token, foreignToken] = body.state.users.map((user: { tokens: { token: string }[] }) => user.tokens[0]!.token);
  await service.admin('DELETE', '/lists/aaaaaaaaaaaaaaa7');
});
afterAll(() => service.close());

const fine = { optoutListId: 'aaaaaaaaaaaaaaa1', columns: ['hashed'], collectionType: ['collected', 'imported'] };
const prepare = (body: unknown, as = token) => service.as(as)('POST', '/optout-list/prepare-download', body);

describe('prepare-download', () => {
  it('answers with the URL of a file that is not there yet, and asks a worker for it', async () => {
    const { status, body } = await prepare(fine);
    expect([status, Object.keys(body)]).toEqual([200, ['downloadUrl']]);
    expect(new URL(body.downloadUrl).searchParams.get('X-Amz-Expires')).toBe('86400');
    expect((await fetch(body.downloadUrl)).status).toBe(404);
    const [event] = await service.database.query(
      `SELECT body::json -> 'data' ->> 'downloadId' AS id FROM outbox WHERE type = 'download-requested' ORDER BY position DESC LIMIT 1`,
    );
    expect(body.downloadUrl).toContain(`downloads/${event.id}.csv`);
  });

  it.each([
    ['every column', { columns: ['metadata', 'ip', 'campaign', 'timestamp', 'plain', 'hashed'] }],
    ['one day', { dateRange: { from: '2026-02-28', to: '2026-02-28' } }],
    ['domains with blanks', { domainFilter: 'Example.com , co.uk' }],
    ['a reference with a comma', { metadataFilter: 'a,b' }],
    ['a reference of 64 bytes', { metadataFilter: 'é'.repeat(32) }],
    ['a group by its own grant', { optoutListId: 'aaaaaaaaaaaaaaa5' }],
    ['a linked list by its own grant', { optoutListId: 'aaaaaaaaaaaaaaa6' }],
  ])('takes %s', async (_, change) => {
    expect((await prepare({ ...fine, ...change })).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['no columns', { columns: [] }, '/columns'],
    ['a column twice', { columns: ['hashed', 'hashed'] }, '/columns'],
    ['an unknown column', { columns: ['hashed', 'name'] }, '/columns/1'],
    ['columns that are no list', { columns: 'hashed' }, '/columns'],
    ['no collection type', { collectionType: [] }, '/collectionType'],
    ['a collection type twice', { collectionType: ['collected', 'collected'] }, '/collectionType'],
    ['an unknown collection type', { collectionType: ['bought'] }, '/collectionType/0'],
    ['a range without an end', { dateRange: { from: '2026-01-01' } }, '/dateRange/to'],
    ['a day that does not exist', { dateRange: { from: '2026-02-30', to: '2026-03-01' } }, '/dateRange/from'],
    ['a day in another form', { dateRange: { from: '2026-01-01', to: '1/2/2026' } }, '/dateRange/to'],
    ['a range that ends before it begins', { dateRange: { from: '2026-01-02', to: '2026-01-01' } }, '/dateRange'],
    ['a range that is null', { dateRange: null }, '/dateRange'],
    [
      'an unknown field in the range',
      { dateRange: { from: '2026-01-01', to: '2026-01-01', zone: 'x' } },
      '/dateRange/zone',
    ],
    ['an empty domain', { domainFilter: 'example.com,' }, '/domainFilter'],
    ['no domain', { domainFilter: 'example' }, '/domainFilter'],
    ['domains of an SMS list', { optoutListId: 'aaaaaaaaaaaaaaa2', domainFilter: 'example.com' }, '/domainFilter'],
    ['a reference of 65 characters', { metadataFilter: 'x'.repeat(65) }, '/metadataFilter'],
    ['a reference of 65 bytes', { metadataFilter: `${'é'.repeat(32)}x` }, '/metadataFilter'],
    ['an unknown field', { format: 'zip' }, '/format'],
    ['an id that is no text', { optoutListId: 7 }, '/optoutListId'],
  ])('refuses %s', async (_, change, pointer) => {
    const { status, headers, body } = await prepare({ ...fine, ...change });
    expect([status, body.code, body.errors]).toEqual([
      400,
      'invalid_request_error',
      [{ pointer, detail: expect.any(String) }],
    ]);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body.type).toBe('https://docs.example/optout/error-codes#invalid_request_error');
  });

  it.each([
    ['unknown', 'ffffffffffffffff', 'invalid_list'],
    ['of another form', 'Newsletter', 'invalid_list'],
    ['disabled', 'aaaaaaaaaaaaaaa3', 'list_disabled'],
    ['foreign', 'aaaaaaaaaaaaaaa4', 'list_forbidden'],
    ['deleted', 'aaaaaaaaaaaaaaa7', 'list_disabled'],
  ])('refuses a list that is %s', async (_, optoutListId, code) => {
    const { status, body } = await prepare({ ...fine, optoutListId });
    expect([status, body.code]).toEqual([400, code]);
  });

  it('is closed to tokens of other users, unknown ones and none', async () => {
    expect((await prepare(fine, foreignToken)).body.code).toBe('list_forbidden');
    expect((await prepare('{', 'hd_tok_0123456789abcdef_x')).status).toBe(401);
    const { status, body } = await service.call('POST', '/optout-list/prepare-download', fine);
    expect([status, body.code]).toEqual([401, 'authentication_error']);
  });

  it('takes the token in the header api_key, and Bearer in any letter case', async () => {
    const call = (headers: object) => service.call('POST', '/optout-list/prepare-download', fine, headers);
    expect((await call({ api_key: token })).status).toBe(200);
    expect((await call({ authorization: `bEaReR ${token}` })).status).toBe(200);
    expect((await call({ authorization: token })).status).toBe(401);
  });
});
