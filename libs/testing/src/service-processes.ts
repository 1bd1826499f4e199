import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StorageSettings } from '#storage';
import { type TestBroker, testBroker } from './test-broker.js';
import { type TestDatabase, testDatabase } from './test-database.js';
import { type TestStorage, testStorage } from './test-storage.js';

type Environment = Record<string, string>;

/** What a door needs to know of its servers. */
interface ServerUrls {
  databaseUrl: string;
  amqpUrl: string;
  storage: StorageSettings;
}

/** Settings of a door that is a process of its own, on a free port. */
export function doorEnvironment({ databaseUrl, amqpUrl, storage }: ServerUrls): Environment {
  return {
    PATH: process.env.PATH!,
    HEED_PORT: '0',
    HEED_DATABASE_URL: databaseUrl,
    HEED_AMQP_URL: amqpUrl,
    HEED_DOCS_URL: 'http://docs.example',
    HEED_ADMIN_TOKENS: 'tests:0123456789abcdef',
    HEED_S3_ENDPOINT: storage.s3Endpoint,
    HEED_S3_PUBLIC_URL: storage.s3PublicUrl,
    HEED_S3_REGION: storage.s3Region,
    HEED_S3_BUCKET: storage.s3Bucket,
    HEED_S3_ACCESS_KEY: storage.s3AccessKey,
    HEED_S3_SECRET_KEY: storage.s3SecretKey,
  };
}

export interface ServiceProcesses {
  database: TestDatabase;
  broker: TestBroker;
  storage: TestStorage;
  /** @param environment what differs from {@link doorEnvironment} */
  start(door: 'main' | 'worker' | 'migrate', environment?: Environment): ChildProcess;
  /** Ends all of them at once, and removes what they stood on. */
  close(): Promise<void>;
}

/** Doors of one service as processes, on a database, a virtual host and a bucket of their own. Need a build. */
export async function serviceProcesses(service: 'deploy' | 'optout'): Promise<ServiceProcesses> {
  const [database, broker, storage] = await Promise.all([testDatabase(), testBroker(), testStorage()]);
  const usual = doorEnvironment({ databaseUrl: database.url, amqpUrl: broker.url, storage });
  const started: ChildProcess[] = [];
  return {
    database,
    broker,
    storage,
    start(door, environment = {}) {
      const child = startDoor(service, door, { ...usual, ...environment });
      started.push(child);
      return child;
    },
    async close() {
      await Promise.all(started.map(end));
      await Promise.all([database.close(), broker.close(), storage.close()]);
    },
  };
}

/** A door as a process; what it writes is piped, and may be left unread. */
export function startDoor(service: string, door: string, env: Environment): ChildProcess {
  const child = spawn(process.execPath, [`dist/apps/${service}/src/${door}.js`], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  return child;
}

/** SIGKILL; resolves when it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
