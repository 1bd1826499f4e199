/** The optout service for one run: a database, a virtual host and a bucket of the test servers, and workers on them. */
import { Client } from 'pg';
import { Storage } from '#storage';
import { testServers } from '../../tools/checks/test-instances.ts';
import { createBucket, createVirtualHost, removeBucket, removeVirtualHost } from '../../tools/servers/index.ts';
import { migrate } from './migrate.ts';
import { type Steps, Worker } from './worker.ts';

export interface Installation {
  readonly database: Client;
  readonly databaseUrl: string;
  /** Of its processes. */
  readonly environment: Record<string, string>;
  readonly storage: Storage;
  readonly workers: readonly Worker[];
  /** One more. */
  startWorker(): Worker;
  /** Of the workers, since it was last emptied. */
  readonly steps: Steps;
  remove(): Promise<void>;
}

export async function install(name: string, { workers: count = 2 } = {}): Promise<Installation> {
  const { postgres, rabbitmq, s3 } = await testServers(console.error);
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  const bucket = name.replaceAll('_', '-');
  await createBucket(s3, bucket);
  const environment = {
    HEED_DATABASE_URL: databaseUrl,
    HEED_AMQP_URL: await createVirtualHost(rabbitmq, name),
    HEED_S3_ENDPOINT: s3.endpoint,
    HEED_S3_PUBLIC_URL: s3.endpoint,
    HEED_S3_BUCKET: bucket,
    HEED_S3_ACCESS_KEY: s3.accessKey,
    HEED_S3_SECRET_KEY: s3.secretKey,
    HEED_DOCS_URL: 'http://docs.example',
    HEED_ADMIN_TOKENS: 'bench:0123456789abcdef',
  };
  const database = new Client({ connectionString: databaseUrl });
  const steps: Steps = {};
  const workers: Worker[] = [];
  const startWorker = () => {
    const worker = new Worker(environment, steps);
    workers.push(worker);
    return worker;
  };
  const remove = async () => {
    for (const worker of workers) worker.process.kill('SIGKILL');
    await database.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
    await removeBucket(s3, bucket);
    await removeVirtualHost(rabbitmq, name);
  };
  try {
    await migrate(environment);
    await database.connect();
    for (let n = 0; n < count; n++) startWorker();
  } catch (error) {
    await remove();
    throw error;
  }
  const storage = new Storage({
    s3Endpoint: s3.endpoint,
    s3PublicUrl: s3.endpoint,
    s3Region: s3.region,
    s3Bucket: bucket,
    s3AccessKey: s3.accessKey,
    s3SecretKey: s3.secretKey,
  });
  return { database, databaseUrl, environment, storage, workers, startWorker, steps, remove };
}
