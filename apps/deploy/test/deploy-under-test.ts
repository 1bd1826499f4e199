/** The HTTP door on a database of its own, without a socket: the requests of a test are injected. Events are read where they are promised, in the outbox. */
import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import type { CloudEvent } from '#contracts';
import { createApp, problemDetails } from '#http';
import { testDatabase } from '#testing';
import { AppModule } from '../src/app.module.js';
import { entities, migrations } from '../src/database/data-source.js';

const ADMIN_TOKEN = 'admin-token-of-the-tests';

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
    private readonly app: NestFastifyApplication,
    readonly db: DataSource,
    private readonly closeDatabase: () => Promise<void>,
  ) {}

  static async start(): Promise<DeployUnderTest> {
    const { url, dataSource, close } = await testDatabase({ migrations, entities });
    const config = {
      databaseUrl: url,
      databasePool: 10,
      // Never spoken to: only workers need the broker.
      amqpUrl: 'amqp://127.0.0.1:1',
      adminTokens: [`tests:${ADMIN_TOKEN}`],
      docsUrl: 'https://docs.example',
      logLevel: 'fatal',
      bodyLimitBytes: 1_048_576,
      trustedProxies: [],
    };
    const app = await createApp({
      name: 'deploy',
      module: AppModule.with(config as never),
      errorFormat: problemDetails(config.docsUrl, 'deploy'),
      config,
    });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return new DeployUnderTest(app, dataSource, close);
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

/** A brand as a state file has it. */
export function brand(fields: { name: string; id?: string; enabled?: boolean } & object) {
  return { unsubscribeHandling: { type: 'Deploy', useListUnsubscribeHeader: false }, ...fields };
}
