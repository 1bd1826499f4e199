import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, problemDetails } from '#http';
import { AmqpTransport } from '#messaging';
import { Storage } from '#storage';
import { doorConfig, doorEnvironment, testBroker, testDatabase, testStorage } from '#testing';
import { AppModule } from '../app.module.js';
import { optoutMigrations } from '../database/data-source.js';
import { WorkerModule } from '../worker.module.js';

export const adminToken = 'test-admin-token-0123456789';

/** Both doors of the service on real servers of its own. */
export async function optoutService({ worker = false, poolSize = 10 } = {}) {
  const [database, broker, storage] = await Promise.all([
    testDatabase({ migrations: optoutMigrations, poolSize }),
    testBroker(),
    testStorage(),
  ]);
  const config = {
    ...storage,
    ...doorConfig,
    adminTokens: [`tests:${adminToken}`],
    databaseUrl: database.url,
    databasePool: 8,
    malformedLines: 3,
    malformedKeepMs: 86_400_000,
    amqpUrl: broker.url,
  };
  const errorFormat = problemDetails(config.docsUrl, 'optout');
  const app = await createApp({ name: 'optout', module: AppModule.with(config), config, errorFormat });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const workerApp = worker ? await startWorker() : undefined;

  async function startWorker(): Promise<NestFastifyApplication> {
    const one = await createApp({ name: 'optout-worker', module: WorkerModule.with(config), config, errorFormat });
    one.connectMicroservice({ strategy: one.get(AmqpTransport, { strict: false }) }, { inheritAppConfig: false });
    await one.startAllMicroservices();
    await one.init();
    return one;
  }

  const call = async (
    method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers = {},
  ) => {
    const response = await app.inject({
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? undefined : JSON.parse(response.body),
    };
  };

  return {
    app,
    worker: workerApp,
    database: database.dataSource,
    broker,
    storage: app.get(Storage, { strict: false }),
    /** For doors as processes of their own. */
    environment: doorEnvironment({ databaseUrl: database.url, amqpUrl: broker.url, storage }),
    call,
    admin: (method: Parameters<typeof call>[0], path: string, body?: unknown) =>
      call(method, `/admin/v1${path}`, body, { authorization: `Bearer ${adminToken}` }),
    as: (token: string) => (method: Parameters<typeof call>[0], path: string, body?: unknown) =>
      call(method, path, body, { authorization: `Bearer ${token}` }),
    close: async () => {
      await workerApp?.close();
      await app.close();
      await Promise.all([database.close(), broker.close(), storage.close()]);
    },
  };
}

export type OptoutService = Awaited<ReturnType<typeof optoutService>>;
