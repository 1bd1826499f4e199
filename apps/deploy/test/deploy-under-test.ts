/** The HTTP door on a database of its own, without a socket: the requests of a test are injected. Events are read where they are promised, in the outbox. */
import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import type { CloudEvent } from '#contracts';
import { DatabaseModule } from '#database';
import { createApp, problemDetails } from '#http';
import { AmqpTransport, MessagingModule } from '#messaging';
import { StorageModule, type StorageSettings } from '#storage';
import { doorConfig, testDatabase } from '#testing';
import { AppModule } from '../src/app.module.js';
import type { DeployConfig } from '../src/config.js';
import { deployDatabase, entities, migrations } from '../src/database/data-source.js';
import { OperationsWorkerModule } from '../src/operations/operations-worker.module.js';
import { WorkerModule } from '../src/worker.module.js';

export const ADMIN_TOKEN = 'admin-token-of-the-tests';

const noStorage: StorageSettings = {
  s3Endpoint: 'http://127.0.0.1:1',
  s3PublicUrl: 'http://127.0.0.1:1',
  s3Region: 'us-east-1',
  s3Bucket: 'none',
  s3AccessKey: 'none',
  s3SecretKey: 'none',
};

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every form
  body: any;
}

export interface Request {
  /** The API key; without one the request has no credentials. */
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a string or Buffer is sent as it is. */
  body?: unknown;
}

export interface TestAccount {
  id: string;
  name: string;
  /** A key with every permission. */
  key: string;
  brands: { id: string; name: string }[];
}

export class DeployUnderTest {
  private constructor(
    readonly app: NestFastifyApplication,
    private readonly config: DeployConfig,
    readonly db: DataSource,
    private readonly closeDatabase: () => Promise<void>,
  ) {}

  /** @param storage where the test needs files */
  static async start(storage: StorageSettings = noStorage): Promise<DeployUnderTest> {
    const { url, dataSource, close } = await testDatabase({ migrations, entities });
    const config: DeployConfig = {
      ...doorConfig,
      ...storage,
      databaseUrl: url,
      databasePool: 10,
      // Never spoken to: only workers need the broker.
      amqpUrl: 'amqp://127.0.0.1:1',
      adminTokens: [`tests:${ADMIN_TOKEN}`],
      logLevel: 'fatal',
      trustedProxies: [],
      shutdownMs: 1_000,
      webhookAllowPrivate: [],
      webhookDisableAfterMs: 432_000_000,
      webhookTimeoutMs: 15_000,
      webhookMostRetryAfterMs: 43_200_000,
      webhookKeepMs: 1_209_600_000,
    };
    return new DeployUnderTest(await appOf(AppModule.with(config), config), config, dataSource, close);
  }

  /** What carries out operations, in this process, without a relay: events stay in the outbox. */
  startWorker(): Promise<NestFastifyApplication> {
    const imports = [
      DatabaseModule.forRoot(deployDatabase(this.config, 'worker')),
      MessagingModule.forRoot({ url: this.config.amqpUrl, service: 'deploy' }),
      StorageModule.forRoot(this.config),
      OperationsWorkerModule,
    ];
    return appOf({ module: class WorkerUnderTest {}, imports }, this.config);
  }

  /** The whole worker, which brings events to the broker and to webhooks. */
  async startWholeWorker(changes: Partial<DeployConfig>): Promise<NestFastifyApplication> {
    const config = { ...this.config, ...changes };
    const errorFormat = problemDetails(config.docsUrl, 'deploy');
    const app = await createApp({ name: 'deploy-worker', module: WorkerModule.with(config), errorFormat, config });
    app.connectMicroservice({ strategy: app.get(AmqpTransport, { strict: false }) }, { inheritAppConfig: false });
    await app.startAllMicroservices();
    await app.init();
    return app;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.closeDatabase();
  }

  /** @param target method and path: `GET /deploy/v1/brands` */
  async call(target: string, { key, headers = {}, body }: Request = {}): Promise<Answer> {
    const [method, url] = target.split(' ') as ['GET', string];
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const answer = await this.app.inject({
      method,
      url,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: raw ? (body as string) : JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      body: answer.body === '' ? undefined : JSON.parse(answer.body),
    };
  }

  admin(target: string, request: Request = {}): Promise<Answer> {
    return this.call(target, { ...request, headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...request.headers } });
  }

  /** Applies a state that must be fine. */
  async apply(state: object, query = ''): Promise<Answer['body']> {
    const answer = await this.admin(`PUT /admin/v1/state${query}`, { body: state });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }

  /** A new account with one full key and the given brands. */
  async account({ schema = [], brands = [] }: { schema?: object[]; brands?: string[] } = {}): Promise<TestAccount> {
    const permissions = ['contacts:read', 'contacts:write', 'brands:read', 'schema:read'];
    const name = `account-${randomUUID()}`;
    const { state } = await this.apply({
      accounts: [
        { name, schema, keys: [{ name: 'full', permissions }], brands: brands.map((name) => brand({ name })) },
      ],
    });
    const [made] = state.accounts;
    return { id: made.id, name, key: made.keys[0].key, brands: made.brands };
  }

  /** What is waiting to be published for an account, in no order. */
  async events(accountId: string): Promise<CloudEvent<Record<string, string>>[]> {
    const rows: { body: string }[] = await this.db.query('SELECT body FROM outbox');
    return rows
      .map(({ body }) => JSON.parse(body) as CloudEvent<Record<string, string>>)
      .filter(({ data }) => data.accountId === accountId);
  }
}

async function appOf(module: DynamicModule, config: DeployConfig): Promise<NestFastifyApplication> {
  const errorFormat = problemDetails(config.docsUrl, 'deploy');
  const app = await createApp({ name: 'deploy', module, errorFormat, config });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

/** A brand as a state file has it. */
export function brand(fields: { name: string; id?: string; enabled?: boolean } & object) {
  return { unsubscribeHandling: { type: 'Deploy', useListUnsubscribeHeader: false }, ...fields };
}
