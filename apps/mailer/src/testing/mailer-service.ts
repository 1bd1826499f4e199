import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OptoutListChanged } from '#contracts';
import { createApp } from '#http';
import { AmqpTransport } from '#messaging';
import { Storage } from '#storage';
import { doorConfig, doorEnvironment, eventually, testBroker, testDatabase, testStorage } from '#testing';
import { AppModule } from '../app.module.js';
import type { MailerConfig } from '../config.js';
import { mailerMigrations } from '../database/data-source.js';
import { mailerErrorFormat } from '../mailer-error-format.js';
import { WorkerModule } from '../worker.module.js';
import { playedOptOutService } from './opt-out-service.js';

export const adminToken = 'test-admin-token-0123456789';
export const mailerUrl = 'https://mailer.example';

interface MailerServiceOptions {
  prepareWaitSeconds?: number;
  replicas?: number;
  /** What differs from the usual. */
  settings?: Partial<MailerConfig>;
}

/** Both doors of the service on real servers of its own, beside a played opt-out service. */
export async function mailerService({
  prepareWaitSeconds = 20,
  replicas = 1,
  settings = {},
}: MailerServiceOptions = {}) {
  const [database, broker, storage] = await Promise.all([
    testDatabase({ migrations: mailerMigrations }),
    testBroker(),
    testStorage(),
  ]);
  const config = {
    ...storage,
    ...doorConfig,
    adminTokens: [`tests:${adminToken}`],
    mailerUrl,
    databaseUrl: database.url,
    databasePool: 8,
    amqpUrl: broker.url,
    prepareWaitSeconds,
    cleanseBytes: 1_000_000,
    cleanseUploads: 2,
    cleanseStallSeconds: 1,
    ...settings,
  };
  const errorFormat = mailerErrorFormat(config.docsUrl);
  const optOuts = await playedOptOutService(config);
  const apps = await Promise.all(Array.from({ length: replicas }, startApp));
  const worker = await startWorker();
  let version = 0;

  async function startApp(): Promise<NestFastifyApplication> {
    const app = await createApp({ name: 'mailer', module: AppModule.with(config), config, errorFormat });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return app;
  }

  async function startWorker(): Promise<NestFastifyApplication> {
    const app = await createApp({ name: 'mailer-worker', module: WorkerModule.with(config), config, errorFormat });
    app.connectMicroservice({ strategy: app.get(AmqpTransport, { strict: false }) }, { inheritAppConfig: false });
    await app.startAllMicroservices();
    await app.init();
    return app;
  }

  const request = async (
    method: string,
    url: string,
    options: { ip?: string; replica?: number; body?: unknown; token?: string } = {},
  ) => {
    const answer = await apps[options.replica ?? 0]!.inject({
      method: method as 'GET',
      url,
      remoteAddress: '127.0.0.1',
      headers: {
        ...(options.ip && { 'x-forwarded-for': options.ip }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(url.startsWith('/admin') && { authorization: `Bearer ${options.token ?? adminToken}` }),
      },
      ...(options.body !== undefined && { payload: JSON.stringify(options.body) }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson && answer.body ? JSON.parse(answer.body) : undefined,
    };
  };

  /** Both replicas, listening: for what only a socket shows. */
  const listening = () => Promise.all(apps.map((app) => app.listen(0, '127.0.0.1').then(() => app.getUrl())));

  return {
    app: apps[0]!,
    /** For doors as processes of their own. */
    environment: {
      ...doorEnvironment({ databaseUrl: database.url, amqpUrl: broker.url, storage }),
      HEED_MAILER_URL: mailerUrl,
      HEED_MAILER_PREPARE_WAIT_SECONDS: String(prepareWaitSeconds),
    },
    database: database.dataSource,
    request,
    listening,
    storage: apps[0]!.get(Storage, { strict: false }),
    optOuts: optOuts.script,
    worker,
    sentLists: optOuts.sentLists,

    apply: (state: object, query = '') => request('PUT', `/admin/v1/state${query}`, { body: state }),

    /** Tells the service of a list, and waits until it knows. */
    async list(optoutListId: string, list: Partial<OptoutListChanged> = {}) {
      const told: OptoutListChanged = {
        version: ++version,
        optoutListId,
        name: `List ${optoutListId}`,
        channel: 'email',
        storage: 'plain',
        kind: 'standard',
        enabled: true,
        deleted: false,
        isGlobal: false,
        ...list,
      };
      await optOuts.tellOf(told);
      await eventually(async () => {
        const { body } = await request('GET', '/admin/v1/directory');
        return body.lists[optoutListId] >= told.version;
      });
    },

    async close() {
      await worker.close();
      await Promise.all(apps.map((app) => app.close()));
      await optOuts.close();
      await Promise.all([database.close(), broker.close(), storage.close()]);
    },
  };
}

export type MailerService = Awaited<ReturnType<typeof mailerService>>;
