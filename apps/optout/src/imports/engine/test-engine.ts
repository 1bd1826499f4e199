/** For tests: the engine on a real database and a real S3, with the broker played by a list of messages, so that a test decides what is delivered when, and how often. */
import { randomBytes } from 'node:crypto';
import type { CloudEvent, EventType } from '#contracts';
import { importRangeRequested, importRequested, importSliceRequested } from '#contracts';
import type { Tx } from '#database';
import { messagingMigration, type Outbox } from '#messaging';
import { Metrics } from '#observability';
import { Storage } from '#storage';
import { testDatabase, testStorage } from '#testing';
import { OptOuts1763726400100 } from '../../database/migrations/1763726400100-opt-outs.js';
import { Imports1763726400200 } from '../../database/migrations/1763726400200-imports.js';
import { MalformedLines1763726400500 } from '../../database/migrations/1763726400500-malformed-lines.js';
import { Erased1795000000030 } from '../../database/migrations/1795000000030-erased.js';
import { FoldedRuns1795000000040 } from '../../database/migrations/1795000000040-folded-runs.js';
import { Folding, OptOuts, Runs } from '../../opt-outs/index.js';
import type { ImportTarget, ImportView } from './import.types.js';
import { ImportMetrics } from './import-metrics.js';
import { ImportPlanner } from './import-planner.js';
import { ImportProgress } from './import-progress.js';
import { RangeReader } from './import-ranges.reader.js';
import { ImportSettings } from './import-settings.js';
import { SliceWriter } from './import-slices.writer.js';
import { ImportUpkeep } from './import-upkeep.js';
import { Imports } from './imports.js';
import { ListFolding } from './list-folding.js';
import { MalformedReport } from './malformed-report.js';
import { Workspace } from './workspace.js';

/** Most lines of a report. */
export const MALFORMED_LINES = 5;
const MALFORMED_KEEP_MS = 86_400_000;

export interface Message {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: of whatever event
  data: any;
}

export const engineMigrations = [
  messagingMigration,
  OptOuts1763726400100,
  Imports1763726400200,
  MalformedLines1763726400500,
  Erased1795000000030,
  FoldedRuns1795000000040,
];

export async function testEngine() {
  const database = await testDatabase({
    migrations: engineMigrations,
  });
  const settings = await testStorage();
  const engine = engineOn(database.dataSource, new Storage(settings));
  return {
    ...engine,
    settings,
    databaseUrl: database.url,
    close: async () => {
      await database.close();
      await settings.close();
    },
  };
}

export function engineOn(dataSource: import('typeorm').DataSource, storage: Storage) {
  const messages: Message[] = [];
  const outbox = {
    addAll: async <T>(_tx: Tx, type: EventType<T>, events: { data: T }[]) => {
      messages.push(...events.map(({ data }) => ({ type: type.name, data })));
      return [] as CloudEvent<T>[];
    },
    add: async <T>(_tx: Tx, type: EventType<T>, { data }: { data: T }) => {
      messages.push({ type: type.name, data });
      return undefined as unknown as CloudEvent<T>;
    },
  } as unknown as Outbox;
  const workspace = new Workspace();
  const runs = new Runs(dataSource);
  const folding = new Folding(dataSource);
  const listFolding = new ListFolding(dataSource, folding);
  const settings = new ImportSettings(MALFORMED_LINES, MALFORMED_KEEP_MS);
  const malformed = new MalformedReport(dataSource, settings);
  const progress = new ImportProgress(runs, outbox, workspace, malformed);
  const imports = new Imports(dataSource, progress, runs);
  const planner = new ImportPlanner(dataSource, storage, progress);
  const metrics = new ImportMetrics(new Metrics(), dataSource);
  const ranges = new RangeReader(dataSource, storage, workspace, progress, settings, metrics);
  const slices = new SliceWriter(dataSource, workspace, runs, progress, metrics);
  const upkeep = new ImportUpkeep(dataSource, progress, slices, runs, listFolding);

  const deliver = async ({ type, data }: Message): Promise<void> => {
    if (type === importRequested.name) await planner.plan(data.importReference);
    if (type === importRangeRequested.name) await ranges.read(data.importReference, data.range);
    if (type === importSliceRequested.name) await slices.write(data.importReference, data.slice);
  };
  const work = async (): Promise<void> => {
    for (let message = messages.shift(); message; message = messages.shift()) await deliver(message);
  };
  /** Delivers until the first slice is asked for, and gives that message. */
  const untilSlices = async (): Promise<Message> => {
    for (let message = messages.shift()!; ; message = messages.shift()!) {
      if (message.type === importSliceRequested.name) return message;
      await deliver(message);
    }
  };
  /** Opens an import, puts the file, notices it. */
  const upload = async (target: ImportTarget, file: Buffer | string): Promise<string> => {
    const body = Buffer.from(file);
    const { id, objectKey } = await dataSource.transaction((tx) =>
      imports.create(tx, {
        ...target,
        userId: 'user',
        fileContentLength: body.length,
        urlExpiresAt: new Date(Date.now() + 900_000),
      }),
    );
    const { etag, size } = await storage.put(objectKey, [body], { contentType: 'text/plain' });
    await dataSource.transaction((tx) => imports.noticed(tx, id, { etag, size }));
    return id;
  };
  /** Uploads and does all the work. */
  const run = async (target: ImportTarget, file: Buffer | string): Promise<ImportView> => {
    const id = await upload(target, file);
    await work();
    return (await imports.status(id))!;
  };
  return {
    dataSource,
    storage,
    messages,
    imports,
    planner,
    ranges,
    slices,
    upkeep,
    progress,
    malformed,
    runs,
    folding,
    listFolding,
    workspace,
    optOuts: new OptOuts(dataSource),
    deliver,
    work,
    untilSlices,
    upload,
    run,
  };
}

export type TestEngine = Awaited<ReturnType<typeof testEngine>>;

/** A list that no other test uses. */
export function newList(
  storage: ImportTarget['storage'] = 'plain',
  channel: ImportTarget['channel'] = 'email',
): ImportTarget {
  return { listId: randomBytes(8).toString('hex'), channel, storage, ...(channel === 'sms' && { region: 'US' }) };
}
