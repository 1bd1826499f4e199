import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CleansingReady } from '#contracts';
import { md5Hex, sha512Hex } from '#identity';
import { Outbox } from '#messaging';
import { Metrics } from '#observability';
import { Builds } from '../builds/builds.js';
import { ListsService } from '../lists/lists.service.js';
import { OptOuts } from '../opt-outs/index.js';
import { SuppressionSources } from '../suppression-files/suppression-sources.js';
import { newListId, type SuppressionRig, suppressionRig } from '../suppression-files/testing/suppression-rig.js';
import { Cleanser } from './cleanser.js';
import { CleansingCleaner } from './cleansing-cleaner.js';
import { CleansingSources } from './cleansing-sources.js';
import { CleansingsRepository } from './cleansings.repository.js';
import { CleansingsService } from './cleansings.service.js';

let rig: SuppressionRig;
let service: CleansingsService;
let cleaner: CleansingCleaner;
const folder = mkdtempSync(join(tmpdir(), 'heed-cleansings-'));

beforeAll(async () => {
  rig = await suppressionRig();
  const { database, storage, service: optout } = rig;
  const lists = optout.app.get(ListsService, { strict: false });
  const sources = new CleansingSources(lists, new SuppressionSources(lists), new OptOuts(database));
  const repository = new CleansingsRepository(database);
  const outbox = optout.app.get(Outbox, { strict: false });
  service = new CleansingsService(
    database,
    repository,
    new Cleanser(sources, storage),
    storage,
    outbox,
    new Builds(new Metrics()),
  );
  cleaner = new CleansingCleaner(database, repository, storage);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await rig?.close();
});

async function send(optoutListId: string, text: string) {
  const preparationId = randomUUID();
  const objectKey = `cleanse/${randomUUID()}/sent`;
  const { etag } = await rig.storage.put(objectKey, [Buffer.from(text)], { contentType: 'text/csv' });
  const requestedAt = '2026-11-21T12:00:00.000Z';
  return { preparationId, optoutListId, campaignName: 'Spring', objectKey, etag, requestedAt };
}

async function answersTo(preparationId: string): Promise<CleansingReady[]> {
  const rows: { data: CleansingReady }[] = await rig.database.query(
    `SELECT body::json -> 'data' AS data FROM outbox WHERE type = 'cleansing-ready' ORDER BY position`,
  );
  return rows.map(({ data }) => data).filter((data) => data.preparationId === preparationId);
}

async function cleanse(listId: string, text: string) {
  const request = await send(listId, text);
  await service.cleanse(request);
  expect(await rig.storage.stat(request.objectKey)).toBeUndefined();
  const [answer] = await answersTo(request.preparationId);
  return { ...answer!, members: answer?.objectKey ? await members(answer.objectKey) : {} };
}

async function members(objectKey: string): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of await rig.storage.get(objectKey)) chunks.push(chunk as Buffer);
  const path = join(folder, `${randomUUID()}.zip`);
  writeFileSync(path, Buffer.concat(chunks));
  const unzip = (...args: string[]) => execFileSync('unzip', args, { encoding: 'utf8' });
  unzip('-tq', path);
  return Object.fromEntries(
    unzip('-Z1', path)
      .trim()
      .split('\n')
      .map((name) => [name, unzip('-p', path, name)]),
  );
}

const CLEANSED = 'cleansed_list--Spring-20261121.txt';
const MATCHES = 'matches_list--Spring-20261121.txt';
const DOMAINS = 'domains_list--Spring-20261121.txt';
const email = (id: string, storage = 'plain', more = {}) => ({ name: id, id, channel: 'email', storage, ...more });

describe('a mailing list', () => {
  let [list, global] = ['', ''];
  beforeEach(async () => {
    [list, global] = [newListId(), newListId()];
    await rig.apply({ lists: [email(list), email(global)], globalList: { list: global, suppressedDomains: [] } });
  });

  it('loses those who were collected, imported or are on the global list, and keeps its lines as they were', async () => {
    await rig.collect(list, ['a@x.example']);
    const target = { listId: list, channel: 'email', storage: 'plain' } as const;
    await rig.engine.run(target, `b@x.example\n${md5Hex('c@x.example')}\n`);
    await rig.collect(global, ['d@x.example']);
    const header = '\ufeffE-Mail,Name\r\n';
    const matches = 'A@X.example,Ann\r\n"b@x.example";Bob\r\n';
    const others = 'e@x.example,"Eve, the other"\r\n\r\n';
    const more = `c@x.example\n${md5Hex('d@x.example').toUpperCase()}\n`;
    const sent = `${header}${matches}${others}${more}f@x.example`;
    expect(await cleanse(list, sent)).toMatchObject({
      status: 'ready',
      fileName: 'cleansed_list--Spring-20261121.zip',
      submittedCount: 7,
      matchedCount: 4,
      malformedCount: 1,
      members: { [CLEANSED]: `${header}${others}f@x.example`, [MATCHES]: matches + more },
    });
  });

  it('is clean where nobody has opted out', async () => {
    expect(await cleanse(list, 'a@x.example\n')).toMatchObject({
      status: 'ready',
      matchedCount: 0,
      members: { [CLEANSED]: 'a@x.example\n', [MATCHES]: '' },
    });
  });

  it('loses addresses of suppressed domains; where it has hashes, which nobody can compare, it brings the domains along', async () => {
    await rig.apply({ lists: [email(list, 'plain', { suppressedDomains: ['rival.example'] })] });
    const sent = 'a@sub.rival.example\na@other.example\n';
    const { members } = await cleanse(list, sent);
    expect(members).toEqual({ [CLEANSED]: 'a@other.example\n', [MATCHES]: 'a@sub.rival.example\n' });
    const hashed = await cleanse(list, `${md5Hex('a@rival.example')}\n`);
    expect(hashed.members).toMatchObject({ [MATCHES]: '', [DOMAINS]: 'rival.example\n' });
  });

  it('is compared by the hashes that lists keep, of both kinds at once', async () => {
    const sha = newListId();
    await rig.apply({ lists: [email(sha, 'sha512')] });
    await rig.collect(sha, ['a@x.example'], 'sha512');
    const both = `${sha512Hex('a@x.example')}\nb@x.example\na@x.example\n`;
    expect(await cleanse(sha, both)).toMatchObject({ matchedCount: 2, members: { [CLEANSED]: 'b@x.example\n' } });
    expect(await cleanse(sha, `${md5Hex('a@x.example')}\n`)).toMatchObject({ errorCode: 'invalid_format' });
    // As soon as the global list, which has MD5, holds somebody, a SHA-512 can't tell who it is any more.
    await rig.collect(global, ['b@x.example']);
    expect(await cleanse(sha, 'a@x.example\nb@x.example\nc@x.example\n')).toMatchObject({ matchedCount: 2 });
    expect(await cleanse(sha, both)).toMatchObject({ status: 'failed', errorCode: 'invalid_format' });
  });

  it('may be one of phone numbers', async () => {
    const sms = newListId();
    await rig.apply({ lists: [{ name: sms, id: sms, channel: 'sms', storage: 'plain', region: 'DE' }] });
    await rig.collect(sms, ['4915112345678']);
    expect(await cleanse(sms, '0151 12345678,Ann\n+49 151 87654321\nnone\n')).toMatchObject({
      submittedCount: 3,
      malformedCount: 1,
      members: { [MATCHES]: '0151 12345678,Ann\n' },
    });
  });

  it('is refused for a list that is not in use any more', async () => {
    await rig.apply({ lists: [email(list, 'plain', { enabled: false })] });
    expect(await cleanse(list, 'a@x.example\n')).toMatchObject({ status: 'failed', errorCode: 'campaign_disabled' });
  });

  it('is answered for again when its event comes twice, with the ZIP that stands', async () => {
    await rig.collect(list, ['a@x.example']);
    const request = await send(list, 'a@x.example\n');
    await service.cleanse(request);
    await service.cleanse(request);
    const [first, second, ...more] = await answersTo(request.preparationId);
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });

  it('is worked on again by the next worker when one died in the middle', async () => {
    const request = await send(list, 'a@x.example\n');
    jest.spyOn(rig.storage, 'put').mockRejectedValueOnce(new Error('killed'));
    await expect(service.cleanse(request)).rejects.toThrow('killed');
    await service.cleanse(request);
    expect(await answersTo(request.preparationId)).toMatchObject([{ status: 'ready', submittedCount: 1 }]);
  });

  it('ends as failed when it is given up, or is not there any more', async () => {
    const request = await send(list, 'a@x.example\n');
    await service.giveUp(request);
    expect(await answersTo(request.preparationId)).toMatchObject([{ status: 'failed', errorCode: 'download_failed' }]);
    expect(await rig.storage.stat(request.objectKey)).toBeUndefined();
    const again = { ...request, preparationId: randomUUID() };
    await service.cleanse(again);
    expect(await answersTo(again.preparationId)).toMatchObject([{ status: 'failed', errorCode: 'download_failed' }]);
  });

  it('goes after 24 hours', async () => {
    const { objectKey = '', expiresAt = '' } = await cleanse(list, 'a@x.example\n');
    const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    await cleaner.clean();
    expect(await rig.storage.stat(objectKey)).toBeDefined();
    await rig.database.query(`UPDATE cleansing SET expires_at = now() - interval '1 second' WHERE object_key = $1`, [
      objectKey,
    ]);
    await cleaner.clean();
    expect(await rig.storage.stat(objectKey)).toBeUndefined();
  });
});
