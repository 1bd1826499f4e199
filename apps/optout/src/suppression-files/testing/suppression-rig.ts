/** For tests: suppression files on the real store, database and S3, asked for and answered without a broker. */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SuppressionReady, SuppressionRequested } from '#contracts';
import type { Tx } from '#database';
import { md5Hex, sha512Hex } from '#identity';
import { Outbox } from '#messaging';
import { Metrics } from '#observability';
import { Builds } from '../../builds/builds.js';
import { engineOn } from '../../imports/engine/test-engine.js';
import { ListsService } from '../../lists/lists.service.js';
import { OptOuts } from '../../opt-outs/index.js';
import { optoutService } from '../../testing/optout-service.js';
import { SuppressionFileCleaner } from '../suppression-file-cleaner.js';
import { SuppressionFileMaker } from '../suppression-file-maker.js';
import { SuppressionFilesRepository } from '../suppression-files.repository.js';
import { SuppressionFilesService } from '../suppression-files.service.js';
import { SuppressionSnapshots } from '../suppression-snapshots.js';
import { SuppressionSources } from '../suppression-sources.js';

/** A list as `PUT /admin/v1/state` takes it. */
export interface ListState {
  name: string;
  id: string;
  [field: string]: unknown;
}

export const newListId = () => randomBytes(8).toString('hex');

/** @param connections of all that the tests do at the same time */
export async function suppressionRig({ connections = 10 } = {}) {
  const service = await optoutService({ poolSize: connections });
  const { database, storage } = service;
  const optOuts = new OptOuts(database);
  const repository = new SuppressionFilesRepository(database);
  const lists = service.app.get(ListsService, { strict: false });
  const snapshots = new SuppressionSnapshots(new SuppressionSources(lists), optOuts, repository);
  const maker = new SuppressionFileMaker(snapshots, repository, storage);
  const files = new SuppressionFilesService(
    database,
    repository,
    maker,
    service.app.get(Outbox, { strict: false }),
    new Builds(new Metrics()),
  );
  const cleaner = new SuppressionFileCleaner(database, repository, storage);
  const engine = engineOn(database, storage);
  const folder = mkdtempSync(join(tmpdir(), 'heed-suppression-'));

  const answerTo = async (preparationId: string): Promise<SuppressionReady> => {
    const [found]: { data: SuppressionReady }[] = await database.query(
      `SELECT body::json -> 'data' AS data FROM outbox
        WHERE type = 'suppression-ready' AND body::json -> 'data' ->> 'preparationId' = $1`,
      [preparationId],
    );
    if (!found) throw new Error('no answer');
    return found.data;
  };

  return {
    service,
    database,
    storage,
    repository,
    cleaner,
    engine,
    files,

    async apply(state: object): Promise<void> {
      const { status, body } = await service.admin('PUT', '/state', state);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },

    /** As the collect service's events do. */
    collect: (listId: string, values: string[], storageKind: 'plain' | 'md5' | 'sha512' = 'plain', within?: Tx) => {
      const collected = values.map((value) => ({
        eventId: randomUUID(),
        listId,
        hash: storageKind === 'sha512' ? sha512Hex(value) : md5Hex(value),
        ...(storageKind === 'plain' && { plain: value }),
        collectedAt: new Date(),
      }));
      return within ? optOuts.record(within, collected) : database.transaction((tx) => optOuts.record(tx, collected));
    },

    async prepare(request: Partial<SuppressionRequested> & { optoutListId: string }): Promise<SuppressionReady> {
      const preparationId = randomUUID();
      await files.prepare({
        preparationId,
        format: 'md5',
        campaignName: 'Spring',
        requestedAt: '2026-11-21T12:00:00.000Z',
        ...request,
      });
      return answerTo(preparationId);
    },

    /** The lines of the file's members, after `unzip -t` found no error. */
    async members({ objectKey }: SuppressionReady): Promise<Record<string, string[]>> {
      const chunks: Buffer[] = [];
      for await (const chunk of await storage.get(objectKey ?? '')) chunks.push(chunk as Buffer);
      const path = join(folder, `${randomUUID()}.zip`);
      writeFileSync(path, Buffer.concat(chunks));
      const unzip = (...args: string[]) => execFileSync('unzip', args, { encoding: 'utf8' });
      unzip('-tq', path);
      const names = unzip('-Z1', path).trim().split('\n');
      return Object.fromEntries(
        names.map((name) => {
          const text = unzip('-p', path, name);
          if (!text.endsWith('\n')) throw new Error(`${name} has no last line feed`);
          return [name, text.slice(0, -1).split('\n')];
        }),
      );
    },

    async close(): Promise<void> {
      rmSync(folder, { recursive: true });
      await service.close();
    },
  };
}

export type SuppressionRig = Awaited<ReturnType<typeof suppressionRig>>;
