import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { md5Hex, sha512Hex } from '#identity';
import { eventually } from '#testing';
import { Erasure } from '../opt-outs/index.js';
import { newListId, type SuppressionRig, suppressionRig } from './testing/suppression-rig.js';

let rig: SuppressionRig;
beforeAll(async () => {
  rig = await suppressionRig();
});
afterAll(() => rig?.close());

const email = (id: string, storage = 'plain', more = {}) => ({ name: id, id, channel: 'email', storage, ...more });
const lines = async (ready: Awaited<ReturnType<SuppressionRig['prepare']>>) =>
  Object.values(await rig.members(ready))[0];

describe('a suppression file', () => {
  let [list, global] = ['', ''];
  beforeEach(async () => {
    [list, global] = [newListId(), newListId()];
    await rig.apply({
      lists: [email(list, 'plain', { suppressedDomains: ['rival.example'] }), email(global)],
      globalList: { list: global, suppressedDomains: ['never.example', 'rival.example'] },
    });
  });

  it('is the list and the global list, sorted, each once, beside the domains of both', async () => {
    await rig.collect(list, ['b@x.example', 'a@x.example', 'a@x.example']);
    await rig.collect(global, ['c@x.example', 'b@x.example']);
    const md5 = await rig.prepare({ optoutListId: list, campaignName: 'Big / Spring' });
    expect(md5).toMatchObject({
      status: 'ready',
      fileName: 'suppression_list--Big___Spring-20261121-MD5.zip',
      entryCount: 3,
    });
    expect(Date.parse(md5.expiresAt ?? '')).toBeGreaterThan(Date.now() + 24 * 3_600_000);
    const people = ['a@x.example', 'b@x.example', 'c@x.example'];
    expect(await rig.members(md5)).toEqual({
      'suppression_list--Big___Spring-20261121-MD5.txt': people.map(md5Hex).sort(),
      'domains_list--Big___Spring-20261121.txt': ['never.example', 'rival.example'],
    });
    expect(await rig.members(await rig.prepare({ optoutListId: list, format: 'plain' }))).toEqual({
      'suppression_list--Spring-20261121.txt': people,
      'domains_list--Spring-20261121.txt': ['never.example', 'rival.example'],
    });
  });

  it('is sorted by bytes, with letters beyond ASCII', async () => {
    const people = ['z@x.example', 'ä@x.example', 'a-b@x.example', 'a@x.example', '😀@x.example', '\uff5e@x.example'];
    await rig.collect(list, people);
    const sorted = people.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await lines(await rig.prepare({ optoutListId: list, format: 'plain' }))).toEqual(sorted);
  });

  it('is refused while there is nobody', async () => {
    expect(await rig.prepare({ optoutListId: list })).toMatchObject({ status: 'failed', errorCode: 'empty_list' });
    await rig.collect(list, ['a@x.example']);
    const { status, watermark } = await rig.prepare({ optoutListId: list });
    expect(status).toBe('ready');
    expect(await rig.prepare({ optoutListId: list, since: watermark })).toMatchObject({ errorCode: 'empty_list' });
  });

  it('is refused in plain where somebody is known by a hash alone, in the list or the global one', async () => {
    const plain = { optoutListId: list, format: 'plain' } as const;
    await rig.collect(list, ['a@x.example']);
    const { watermark } = await rig.prepare(plain);
    await rig.collect(global, ['b@x.example'], 'md5');
    for (const request of [plain, { ...plain, since: watermark }])
      expect(await rig.prepare(request)).toMatchObject({
        status: 'failed',
        errorCode: 'plain_not_allowed',
        help: expect.stringContaining('hash'),
      });
    expect(await lines(await rig.prepare({ optoutListId: list }))).toHaveLength(2);
    await rig.collect(list, ['b@x.example']);
    expect(await lines(await rig.prepare(plain))).toEqual(['a@x.example', 'b@x.example']);
  });

  it('is used again while nothing has changed, and lives a day longer', async () => {
    await rig.collect(list, ['a@x.example']);
    const first = await rig.prepare({ optoutListId: list });
    await rig.database.query(`UPDATE suppression_file SET expires_at = now() + interval '1 minute'`);
    const again = await rig.prepare({ optoutListId: list });
    expect(again.objectKey).toBe(first.objectKey);
    expect(again.watermark).toBe(first.watermark);
    expect(Date.parse(again.expiresAt ?? '')).toBeGreaterThan(Date.now() + 24 * 3_600_000);

    const others = [
      await rig.prepare({ optoutListId: list, format: 'plain' }),
      await rig.prepare({ optoutListId: list, campaignName: 'Autumn' }),
      await rig.prepare({ optoutListId: list, requestedAt: '2026-11-22T00:00:00Z' }),
      await rig.prepare({ optoutListId: list, since: '2026-01-01T00:00:00Z' }),
    ];
    await rig.collect(global, ['b@x.example']);
    others.push(await rig.prepare({ optoutListId: list }));
    await rig.apply({ globalList: { list: global, suppressedDomains: ['other.example'] } });
    others.push(await rig.prepare({ optoutListId: list }));
    expect(new Set([first, ...others].map(({ objectKey }) => objectKey)).size).toBe(1 + others.length);
  });

  it('is not used again when somebody in it was erased since', async () => {
    await rig.collect(list, ['a@x.example', 'b@x.example']);
    const request = { optoutListId: list, format: 'plain' } as const;
    expect(await lines(await rig.prepare(request))).toEqual(['a@x.example', 'b@x.example']);
    await new Erasure(rig.database).erase([md5Hex('b@x.example')]);
    expect(await rig.prepare(request)).toMatchObject({ errorCode: 'plain_not_allowed' });
    await rig.database.query('DELETE FROM erased');
  });

  it('is not used again past something that has its stamp but is not committed', async () => {
    await rig.collect(list, ['a@x.example']);
    const first = await rig.prepare({ optoutListId: list });
    const writer = rig.database.createQueryRunner();
    await writer.startTransaction();
    await rig.collect(list, ['b@x.example'], 'plain', writer.manager);
    const second = rig.prepare({ optoutListId: list });
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(await rig.database.query(waiting)).toHaveLength(1);
    });
    await writer.commitTransaction();
    await writer.release();
    expect((await second).objectKey).not.toBe(first.objectKey);
    expect(await lines(await second)).toEqual(['a@x.example', 'b@x.example'].map(md5Hex).sort());
  });

  it('is made anew when the storage has lost it, and once by many who ask at the same time', async () => {
    await rig.collect(list, ['a@x.example']);
    const first = await rig.prepare({ optoutListId: list });
    await rig.storage.remove(first.objectKey ?? '');
    const many = await Promise.all([1, 2].map(() => rig.prepare({ optoutListId: list })));
    expect(new Set(many.map(({ objectKey }) => objectKey)).size).toBe(1);
    expect(many[0]?.objectKey).not.toBe(first.objectKey);
    expect(await lines(many[0]!)).toEqual([md5Hex('a@x.example')]);
  });

  it('goes when its newest link has ended', async () => {
    await rig.collect(list, ['a@x.example']);
    const gone = await rig.prepare({ optoutListId: list });
    await rig.database.query(`UPDATE suppression_file SET expires_at = now()`);
    const stays = await rig.prepare({ optoutListId: list });
    await rig.cleaner.clean();
    expect(await rig.storage.stat(gone.objectKey ?? '')).toBeUndefined();
    expect(await rig.storage.stat(stays.objectKey ?? '')).toBeDefined();
  });

  it('is refused for a list that is not in use, and in formats that the list does not have', async () => {
    const vault = newListId();
    await rig.apply({ lists: [email(list, 'plain', { enabled: false }), email(vault, 'sha512')] });
    expect(await rig.prepare({ optoutListId: newListId() })).toMatchObject({ errorCode: 'campaign_disabled' });
    expect(await rig.prepare({ optoutListId: list })).toMatchObject({ errorCode: 'campaign_disabled' });
    expect(await rig.prepare({ optoutListId: vault })).toMatchObject({ errorCode: 'invalid_format' });
    expect(await rig.prepare({ optoutListId: global, format: 'sha512' })).toMatchObject({
      errorCode: 'invalid_format',
    });
  });

  it('is given up in one answer', async () => {
    await rig.files.giveUp('4a9f6c1e-58e7-4f0c-9b39-0d7e0fd1ab42');
    const [{ data }] = await rig.database.query(
      `SELECT body::json -> 'data' AS data FROM outbox WHERE body LIKE '%4a9f6c1e-58e7-4f0c-9b39-0d7e0fd1ab42%'`,
    );
    expect(data).toMatchObject({ status: 'failed', errorCode: 'download_failed' });
  });
});

describe('a suppression file of other lists', () => {
  it('has the digits of phone numbers, and no e-mail addresses of the global list', async () => {
    const [list, global] = [newListId(), newListId()];
    await rig.apply({
      lists: [{ name: list, id: list, channel: 'sms', storage: 'plain', region: 'US' }, email(global)],
      globalList: { list: global, suppressedDomains: ['never.example'] },
    });
    await rig.collect(list, ['12025550147']);
    await rig.collect(global, ['a@x.example']);
    expect(await rig.members(await rig.prepare({ optoutListId: list, format: 'plain' }))).toEqual({
      'suppression_list--Spring-20261121.txt': ['12025550147'],
    });
    expect(await lines(await rig.prepare({ optoutListId: list }))).toEqual([md5Hex('12025550147')]);
  });

  it('has SHA-512 of the global list too, as long as its addresses are known', async () => {
    const [vault, global] = [newListId(), newListId()];
    await rig.apply({ lists: [email(vault, 'sha512'), email(global)], globalList: { list: global } });
    const request = { optoutListId: vault, format: 'sha512' } as const;
    await rig.collect(global, ['c@x.example', 'b@x.example']);
    expect(await lines(await rig.prepare(request))).toEqual(['b@x.example', 'c@x.example'].map(sha512Hex).sort());
    await rig.collect(vault, ['a@x.example', 'b@x.example'], 'sha512');
    const ready = await rig.prepare(request);
    expect(ready.fileName).toBe('suppression_list--Spring-20261121-SHA512.zip');
    expect(await lines(ready)).toEqual(['a@x.example', 'b@x.example', 'c@x.example'].map(sha512Hex).sort());
    await rig.collect(global, ['d@x.example'], 'md5');
    expect(await rig.prepare(request)).toMatchObject({
      status: 'failed',
      help: expect.stringContaining('global list'),
    });
  });

  it('is refused where the global list is known by another hash alone', async () => {
    const [list, global] = [newListId(), newListId()];
    await rig.apply({ lists: [email(list), email(global, 'sha512')], globalList: { list: global } });
    await rig.collect(list, ['a@x.example']);
    expect(await lines(await rig.prepare({ optoutListId: list }))).toEqual([md5Hex('a@x.example')]);
    await rig.collect(global, ['b@x.example'], 'sha512');
    expect(await rig.prepare({ optoutListId: list })).toMatchObject({ errorCode: 'md5_not_allowed' });
    expect(await rig.prepare({ optoutListId: list, format: 'plain' })).toMatchObject({
      errorCode: 'plain_not_allowed',
    });
  });

  it('is the union of a group; who joins it later is in the next delta whole', async () => {
    const [a, b, group] = [newListId(), newListId(), newListId()];
    const grouped = (members: string[]) => ({ name: group, id: group, kind: 'grouped', members });
    await rig.apply({ lists: [email(a), email(b), grouped([a])], globalList: {} });
    await rig.collect(a, ['a@x.example']);
    await rig.collect(b, ['b@x.example']);
    const first = await rig.prepare({ optoutListId: group });
    expect(await lines(first)).toEqual([md5Hex('a@x.example')]);
    await rig.apply({ lists: [grouped([a, b])] });
    const second = await rig.prepare({ optoutListId: group, since: first.watermark });
    expect(await lines(second)).toContain(md5Hex('b@x.example'));
    await rig.collect(b, ['c@x.example']);
    const third = await rig.prepare({ optoutListId: group, since: second.watermark });
    expect(await lines(third)).toEqual([md5Hex('c@x.example')]);
  });

  it('has a list that becomes the global one in the next delta whole', async () => {
    const [list, global] = [newListId(), newListId()];
    await rig.apply({ lists: [email(list), email(global)], globalList: {} });
    await rig.collect(global, ['g@x.example']);
    await rig.collect(list, ['a@x.example']);
    const { watermark } = await rig.prepare({ optoutListId: list });
    await rig.apply({ globalList: { list: global } });
    expect(await lines(await rig.prepare({ optoutListId: list, since: watermark }))).toContain(md5Hex('g@x.example'));
  });
});
