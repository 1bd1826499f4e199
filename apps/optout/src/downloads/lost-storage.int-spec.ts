import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { isUnavailable } from '#database';
import { Outbox } from '#messaging';
import { Metrics } from '#observability';
import { Storage } from '#storage';
import { eventually, privateStorage } from '#testing';
import { Builds } from '../builds/builds.js';
import { engineOn } from '../imports/engine/test-engine.js';
import { ListsService } from '../lists/lists.service.js';
import { OptOuts } from '../opt-outs/index.js';
import { SuppressionFileMaker } from '../suppression-files/suppression-file-maker.js';
import { SuppressionFilesRepository } from '../suppression-files/suppression-files.repository.js';
import { SuppressionFilesService } from '../suppression-files/suppression-files.service.js';
import { SuppressionSnapshots } from '../suppression-files/suppression-snapshots.js';
import { SuppressionSources } from '../suppression-files/suppression-sources.js';
import { type OptoutService, optoutService } from '../testing/optout-service.js';
import { DownloadBuilder } from './download-builder.js';
import { DownloadsRepository } from './downloads.repository.js';

/** More than a part of an upload takes, so that the storage can go away between two. */
const LINES = 700_000;
const list = 'dddddddddddddd01';
let server: Awaited<ReturnType<typeof privateStorage>>;
let service: OptoutService;
let storage: Storage;
let builder: DownloadBuilder;
let suppression: SuppressionFilesService;
let token: string;

beforeAll(async () => {
  [server, service] = await Promise.all([privateStorage(), optoutService()]);
  storage = new Storage(server.settings);
  const { database, app } = service;
  const lists = app.get(ListsService, { strict: false });
  const outbox = app.get(Outbox, { strict: false });
  const optOuts = new OptOuts(database);
  const builds = new Builds(new Metrics());
  builder = new DownloadBuilder(database, new DownloadsRepository(database), lists, optOuts, storage, outbox, builds);
  const repository = new SuppressionFilesRepository(database);
  const snapshots = new SuppressionSnapshots(new SuppressionSources(lists), optOuts, repository);
  const maker = new SuppressionFileMaker(snapshots, repository, storage);
  suppression = new SuppressionFilesService(database, repository, maker, outbox, builds);
  const { body } = await service.admin('PUT', '/state', {
    lists: [{ name: 'Big', id: list, channel: 'email', storage: 'md5' }],
    users: [{ name: 'me', tokens: [{ name: 't' }], lists: ['Big'] }],
  });
  token = body.state.users[0].tokens[0].token;
  const hex = randomBytes(LINES * 16).toString('hex');
  const lines = Array.from({ length: LINES }, (_, n) => hex.slice(n * 32, n * 32 + 32));
  const view = await engineOn(database, storage).run(
    { listId: list, channel: 'email', storage: 'md5' },
    lines.join('\n'),
  );
  expect(view).toMatchObject({ status: 'success', addedCount: LINES });
}, 60_000);
beforeEach(() => server.start());
afterAll(async () => {
  await service?.close();
  await server?.close();
});

/** Dies between the first part and the second. */
function dying(): void {
  const put = storage.put.bind(storage);
  storage.put = async (key, body, options) => {
    storage.put = put;
    async function* watched() {
      let bytes = 0;
      for await (const chunk of body) {
        if (bytes < 20_000_000 && bytes + chunk.length >= 20_000_000) await server.kill();
        bytes += chunk.length;
        yield chunk;
      }
    }
    return put(key, watched(), options);
  };
}

async function prepared(): Promise<string> {
  const asked = { optoutListId: list, columns: ['hashed'], collectionType: ['imported'] };
  await service.as(token)('POST', '/optout-list/prepare-download', asked);
  return (await service.admin('GET', `/downloads?optoutListId=${list}&limit=1`)).body.data[0].downloadId;
}
const shown = async (id: string) => (await service.admin('GET', `/downloads/${id}`)).body;

/** What the broker counts, instead of waiting for as long as it takes. */
async function gone(work: Promise<unknown>): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'StorageGone' });
  expect(isUnavailable(error)).toBe(false);
}

it('a download whose storage goes away in the middle is made when it is back, whole', async () => {
  const id = await prepared();
  dying();
  await gone(builder.build(id));
  expect(await shown(id)).toMatchObject({ status: 'preparing' });
  await server.start();
  await eventually(() => storage.check().then(() => true));
  await builder.build(id);
  expect(await shown(id)).toMatchObject({
    status: 'ready',
    rowCount: LINES,
    byteCount: 'hashed\n'.length + LINES * 33,
  });
}, 60_000);

it('a download whose storage stays away ends as failed, with a sentence', async () => {
  const id = await prepared();
  await server.kill();
  await gone(builder.build(id));
  await builder.giveUp(id);
  expect(await shown(id)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/could not be made.*asked for once more/),
  });
}, 60_000);

it('a suppression file is tried as often, and made when the storage is back', async () => {
  const request = {
    preparationId: '0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c12',
    optoutListId: list,
    format: 'md5',
    campaignName: 'Spring',
    requestedAt: '2026-11-21T12:00:00.000Z',
  } as const;
  const answers = async () =>
    (
      await service.database.query(
        `SELECT body::json -> 'data' ->> 'status' AS status FROM outbox WHERE type = 'suppression-ready' ORDER BY position`,
      )
    ).map(({ status }: { status: string }) => status);
  await server.kill();
  await gone(suppression.prepare(request));
  expect(await answers()).toEqual([]);
  await server.start();
  await eventually(() => storage.check().then(() => true));
  await suppression.prepare(request);
  expect(await answers()).toEqual(['ready']);
  await server.kill();
  await gone(suppression.prepare(request));
}, 60_000);
