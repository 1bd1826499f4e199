import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { optoutCollected } from '#contracts';
import { md5Hex } from '#identity';
import { Outbox } from '#messaging';
import { Storage } from '#storage';
import { eventually } from '#testing';
import { type OptoutService, optoutService } from '../testing/optout-service.js';
import { DownloadBuilder } from './download-builder.js';
import { DownloadCleaner } from './download-cleaner.js';

let service: OptoutService;
let token: string;
const newsletter = 'ddddddddddddddd1';
const partners = 'ddddddddddddddd2';
const group = 'ddddddddddddddd3';
const link = 'ddddddddddddddd4';
beforeAll(async () => {
  service = await optoutService({ worker: true });
  const { body } = await service.admin('PUT', '/state', {
    lists: [
      { name: 'Newsletter', id: newsletter, channel: 'email', storage: 'plain' },
      { name: 'Partners', id: partners, channel: 'email', storage: 'md5' },
      { name: 'Group', id: group, kind: 'grouped', members: ['Newsletter', 'Partners'] },
      { name: 'Link', id: link, kind: 'linked', source: 'Newsletter' },
    ],
    users: [{ name: 'me', tokens: [{ name: 't' }], lists: ['Newsletter', 'Partners', 'Group', 'Link'] }],
  });
  token = body.state.users[0].tokens[0].token;
  await importFile(newsletter, 'a@one.example\nb@two.example\nboth@one.example\n');
  await importFile(partners, 'c@three.example\n');
  await collect([
    { ...collected('both@one.example'), collectedAt: '2026-01-02T00:00:00.000Z', extRef: 'ref,"1"' },
    {
      ...collected('click@sub.two.example'),
      collectedAt: '2026-01-03T23:59:59.999Z',
      linkKey: '7Gm2kQ9xT4',
      campaign: 'Spring',
      affiliate: 'Fast, Ltd',
      subAffiliate: 'site-7',
      ip: '192.0.2.1',
      extRef: '=x',
    },
  ]);
}, 60_000);
afterAll(() => service.close());

const collected = (value: string) => ({ optoutListId: newsletter, hash: md5Hex(value), value });

async function importFile(optoutListId: string, content: string): Promise<void> {
  const upload = { optoutListId, fileContentLength: Buffer.byteLength(content) };
  const { body } = await service.as(token)('POST', '/optout-list/prepare-upload', upload);
  await fetch(body.uploadUrl, { method: 'PUT', body: content });
  await eventually(async () => {
    const status = await service.as(token)('GET', `/optout-list/upload-status/${body.importReference}`);
    expect(status.body.status).toBe('success');
  });
}

/** As the collect service would: by event. */
async function collect(data: Parameters<typeof optoutCollected.data.problem>[0][]): Promise<void> {
  const outbox = service.app.get(Outbox, { strict: false });
  await service.app.get(DataSource).transaction((tx) =>
    outbox.addAll(
      tx,
      optoutCollected,
      (data as { optoutListId: string }[]).map((one) => ({ subject: one.optoutListId, data: one as never })),
    ),
  );
  await eventually(async () => {
    const [{ count }] = await service.database.query('SELECT count(*)::int AS count FROM collected');
    expect(count).toBe(data.length);
  });
}

const everything = { optoutListId: newsletter, columns: ['plain'], collectionType: ['collected', 'imported'] };
async function prepare(change: object): Promise<string> {
  const { status, body } = await service.as(token)('POST', '/optout-list/prepare-download', {
    ...everything,
    ...change,
  });
  expect([status, Object.keys(body)]).toEqual([200, ['downloadUrl']]);
  return body.downloadUrl;
}
async function file(url: string): Promise<Response> {
  return eventually(async () => {
    const response = await fetch(url);
    expect([200, 404]).toContain(response.status);
    return response.ok && response;
  }) as Promise<Response>;
}
/** The lines of the file, sorted; the header is not among them. */
const lines = async (change: object) => {
  const [, ...rows] = (await (await file(await prepare(change))).text()).trimEnd().split('\n');
  return rows.sort();
};

/** Asked for like one that was made already, but by nobody's message. */
async function begun(listId: string): Promise<{ id: string; objectKey: string }> {
  const [download] = await service.database.query(
    `INSERT INTO download (id, user_id, list_id, selection, object_key, url_expires_at)
     SELECT id, user_id, $1, selection, 'downloads/' || id || '.csv', url_expires_at
       FROM (SELECT gen_random_uuid() AS id, user_id, selection, url_expires_at FROM download WHERE status = 'ready' LIMIT 1) made
     RETURNING id, object_key AS "objectKey"`,
    [listId],
  );
  return download;
}

const builder = () => service.worker!.get(DownloadBuilder, { strict: false });

async function expire(id: string): Promise<void> {
  await service.database.query(`UPDATE download SET url_expires_at = now() WHERE id = $1`, [id]);
  await service.worker!.get(DownloadCleaner, { strict: false }).clean();
}

describe('a download', () => {
  it('comes under the URL that was given, as a CSV file with a name', async () => {
    const response = await file(await prepare({ columns: ['hashed', 'plain'] }));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Newsletter-\d{8}\.csv"$/);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await response.text();
    expect(text.split('\n')[0]).toBe('hashed,plain');
    expect(text).toContain(`\n${md5Hex('a@one.example')},a@one.example\n`);
  });

  it('has one row for an opt-out, collected before imported, with all that is known', async () => {
    const columns = ['plain', 'timestamp', 'campaign', 'ip', 'metadata'];
    const rows = await lines({ columns });
    expect(rows).toHaveLength(4);
    expect(rows).toContain('both@one.example,2026-01-02T00:00:00.000Z,,,,,"ref,""1"""');
    expect(rows).toContain('click@sub.two.example,2026-01-03T23:59:59.999Z,Spring,"Fast, Ltd",site-7,192.0.2.1,=x');
    expect(rows.find((row) => row.startsWith('a@one'))).toMatch(/^a@one\.example,\d{4}-.*Z,,,,,$/);
  });

  it.each<[string, object, string[]]>([
    ['imported ones', { collectionType: ['imported'] }, ['a@one.example', 'b@two.example', 'both@one.example']],
    ['collected ones', { collectionType: ['collected'] }, ['both@one.example', 'click@sub.two.example']],
    ['a domain and all below it', { domainFilter: 'TWO.example' }, ['b@two.example', 'click@sub.two.example']],
    [
      'two domains',
      { domainFilter: 'sub.two.example, one.example' },
      ['a@one.example', 'both@one.example', 'click@sub.two.example'],
    ],
    ['no part of a label', { domainFilter: 'wo.example' }, []],
    [
      'days, both in',
      { dateRange: { from: '2026-01-02', to: '2026-01-03' } },
      ['both@one.example', 'click@sub.two.example'],
    ],
    ['one day', { dateRange: { from: '2026-01-03', to: '2026-01-03' } }, ['click@sub.two.example']],
    ['a day from its first moment on', { dateRange: { from: '2026-01-02', to: '2026-01-02' } }, ['both@one.example']],
    ['nothing of the days around', { dateRange: { from: '2026-01-04', to: '2026-01-05' } }, []],
    ['nothing of the day before', { dateRange: { from: '2025-12-31', to: '2026-01-01' } }, []],
    [
      'all days that there are',
      { dateRange: { from: '0001-01-01', to: '9999-12-31' }, domainFilter: 'one.example' },
      ['a@one.example', 'both@one.example'],
    ],
    ['one reference exactly', { metadataFilter: 'ref,"1"' }, ['both@one.example']],
    ['no reference of other letter case', { metadataFilter: 'REF,"1"' }, []],
    ['all filters together', { domainFilter: 'one.example', metadataFilter: '=x' }, []],
    [
      'what a linked list follows',
      { optoutListId: link, collectionType: ['collected'] },
      ['both@one.example', 'click@sub.two.example'],
    ],
  ])('holds %s', async (_, change, expected) => {
    expect(await lines(change)).toEqual(expected.length ? expected : []);
  });

  it('of a group is the union of its lists', async () => {
    const hashes = ['a@one.example', 'b@two.example', 'both@one.example', 'click@sub.two.example', 'c@three.example'];
    expect(await lines({ optoutListId: group, columns: ['hashed'] })).toEqual(hashes.map(md5Hex).sort());
    // Its own grant is enough, and a member that is out of use is still somebody's word.
    await service.admin('PATCH', `/lists/${partners}`, { enabled: false });
    expect(await lines({ optoutListId: group, columns: ['hashed'] })).toEqual(hashes.map(md5Hex).sort());
    await service.admin('PATCH', `/lists/${partners}`, { enabled: true });
  });

  it('is seen by admins with its progress, and removed when its URL is no longer good', async () => {
    const url = await prepare({});
    await file(url);
    const { body } = await service.admin('GET', `/downloads?optoutListId=${newsletter}&limit=1`);
    const [download] = await eventually(async () => {
      expect(body.data).toHaveLength(1);
      const shown = (await service.admin('GET', `/downloads/${body.data[0].downloadId}`)).body;
      expect(shown).toMatchObject({ status: 'ready', rowCount: 4, byteCount: expect.any(Number) });
      return [shown];
    });
    await expire(download.downloadId);
    expect((await fetch(url)).status).toBe(404);
    expect((await service.admin('GET', `/downloads/${download.downloadId}`)).body.status).toBe('expired');
  });

  it('of a group that has lost its lists has a header alone', async () => {
    await service.admin('POST', '/lists', {
      name: 'Passing',
      id: 'ddddddddddddddd5',
      channel: 'email',
      storage: 'md5',
    });
    await service.admin('PATCH', `/lists/${group}`, { members: ['Passing'] });
    await service.admin('DELETE', '/lists/ddddddddddddddd5');
    const columns = ['hashed', 'campaign'];
    const response = await file(await prepare({ optoutListId: group, columns }));
    expect(await response.text()).toBe('hashed,campaign,affiliate,sub_affiliate\n');
  });

  it('of a list that was deleted meanwhile has failed, and has no file', async () => {
    const listId = 'ddddddddddddddd6';
    await service.admin('POST', '/lists', { name: 'Deleted', id: listId, channel: 'email', storage: 'md5' });
    await service.admin('DELETE', `/lists/${listId}`);
    const { id, objectKey } = await begun(listId);
    await builder().build(id);
    expect((await service.admin('GET', `/downloads/${id}`)).body).toMatchObject({
      status: 'failed',
      message: 'The list was deleted before the file was made.',
    });
    expect(await service.storage.stat(objectKey)).toBeUndefined();
  });

  it('that was given up is told to have failed, and is not made any more', async () => {
    const { id } = await begun(newsletter);
    await builder().giveUp(id);
    await builder().build(id);
    const { body } = await service.admin('GET', `/downloads/${id}`);
    expect(body).toMatchObject({ status: 'failed', message: expect.stringContaining('again and again') });
  });

  it('that was given up after its file was made, but not told, leaves none', async () => {
    const { id, objectKey } = await begun(newsletter);
    await service.storage.put(objectKey, [Buffer.from('plain\n')], { contentType: 'text/csv' });
    await builder().giveUp(id);
    expect(await service.storage.stat(objectKey)).toBeUndefined();
  });

  it.each<[string, boolean, (id: string) => Promise<void>]>([
    ['given up', false, (id) => builder().giveUp(id)],
    ['expired', false, expire],
    ['made by another worker', true, (id) => builder().build(id)],
  ])('that was %s while it was made has its file: %p', async (_, there, meanwhile) => {
    const { id, objectKey } = await begun(newsletter);
    const storage = service.worker!.get(Storage, { strict: false });
    const put = storage.put.bind(storage);
    const putting = jest.spyOn(storage, 'put').mockImplementationOnce(async (...asked) => {
      await meanwhile(id);
      return put(...asked);
    });
    await builder().build(id);
    expect(putting).toHaveBeenCalledWith(objectKey, expect.anything(), expect.anything());
    putting.mockRestore();
    expect(!!(await service.storage.stat(objectKey))).toBe(there);
  });
});
