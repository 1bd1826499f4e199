/**
 * How long an import takes, from the object's being complete to `success`, with two workers, PostgreSQL, RabbitMQ and S3 on this machine; beside the best hand-written SQL over rows, in the
 * same run. `npm run bench:import -- [--gb 1] [--kind md5|plain] [--storage plain|md5] [--rows 2000000]`. Starts the test servers where they don't run.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { Storage } from '#storage';
import { testServers } from '../../tools/checks/test-instances.ts';
import { createBucket, createVirtualHost, removeBucket, removeVirtualHost } from '../../tools/servers/index.ts';
import { type Expected, fileLines, type Kind } from './file-lines.ts';
import { migrate } from './migrate.ts';
import { insertRows } from './rows.ts';
import { type Steps, Worker } from './worker.ts';

const { values: options } = parseArgs({
  options: {
    gb: { type: 'string', default: '1' },
    kind: { type: 'string', default: 'md5' },
    storage: { type: 'string', default: 'md5' },
    rows: { type: 'string', default: '2000000' },
  },
});
const bytes = Number(options.gb) * 1e9;
const name = `bench_import_${process.pid}`;
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
const storage = new Storage({
  s3Endpoint: s3.endpoint,
  s3PublicUrl: s3.endpoint,
  s3Region: s3.region,
  s3Bucket: bucket,
  s3AccessKey: s3.accessKey,
  s3SecretKey: s3.secretKey,
});
const database = new Client({ connectionString: databaseUrl });
const workers: Worker[] = [];
const steps: Steps = {};
try {
  await migrate(environment);
  await database.connect();
  workers.push(new Worker(environment, steps), new Worker(environment, steps));
  const expected: Expected = { lines: 0, added: 0, malformed: 0 };
  const list = randomBytes(8).toString('hex');
  await measure(
    `${options.gb} GB of ${options.kind} lines into an empty list that keeps ${options.storage}`,
    list,
    expected,
  );
  if (Number(options.rows) > 0) await measureRows(expected);
} finally {
  for (const worker of workers) worker.process.kill('SIGKILL');
  await database.end();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  await removeBucket(s3, bucket);
  await removeVirtualHost(rabbitmq, name);
}

async function measure(what: string, list: string, expected: Expected): Promise<void> {
  const id = randomUUID();
  const key = `uploads/${id}`;
  const { size } = await storage.put(key, fileLines(options.kind as Kind, bytes, expected), {
    contentType: 'text/plain',
  });
  await database.query('CHECKPOINT');
  const wal = await position();
  const started = performance.now();
  await database.query(
    `INSERT INTO import (id, list_id, user_id, channel, storage, file_content_length, object_key, url_expires_at, range_bytes)
     VALUES ($1, $2, 'bench', 'email', $3, $4, $5, now() + interval '15 minutes', $6)`,
    [id, list, options.storage, size, key, (options.storage === 'plain' ? 24 : 48) * 1_048_576],
  );
  const view = await ended(id);
  const seconds = (performance.now() - started) / 1_000;
  const keys = view.added_count;
  const found = { lines: view.submitted_count, added: keys, malformed: view.malformed_count };
  const right = JSON.stringify(found) === JSON.stringify(expected);
  console.log(
    `\n${what}: ${view.status}, ${right ? 'every count is right' : `WRONG: ${JSON.stringify({ found, expected })}`}`,
  );
  const work = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  console.table({
    'seconds, notice included': seconds.toFixed(1),
    'seconds, of the import': Number(view.elapsed).toFixed(1),
    'million lines a second': (expected.lines / seconds / 1e6).toFixed(2),
    'bytes of disk a key': (Number(await diskBytes()) / keys).toFixed(1),
    'bytes of WAL a key': (((await position()) - wal) / keys).toFixed(1),
    'peak memory of the workers, MiB': workers.map(({ peakMiB }) => peakMiB).join(', '),
    'CPU seconds of the workers': workers.map(({ cpuSeconds }) => cpuSeconds.toFixed(1)).join(', '),
  });
  console.table(
    Object.fromEntries(
      Object.entries(steps).map(([step, ms]) => [
        step,
        { seconds: (ms / 1_000).toFixed(1), share: `${Math.round((ms / work) * 100)} %` },
      ]),
    ),
  );
}

async function measureRows({ added: all }: Expected): Promise<void> {
  const added = Math.min(all, Number(options.rows));
  const seconds = await insertRows(databaseUrl, { present: 10_000_000, added });
  console.log(
    `rows by the best SQL: ${added} keys into a list of 10 million in ${seconds.toFixed(1)} s, ${(added / seconds / 1e6).toFixed(2)} million a second`,
  );
}

async function ended(id: string) {
  for (;;) {
    const { rows } = await database.query(
      `SELECT status, message, submitted_count::float8, added_count::float8, malformed_count::float8,
              extract(epoch FROM finished_at - noticed_at)::float8 AS elapsed FROM import WHERE id = $1`,
      [id],
    );
    if (rows[0].status !== 'running') return rows[0];
    await pause(50);
  }
}

async function position(): Promise<number> {
  const { rows } = await database.query(`SELECT pg_current_wal_lsn() - '0/0' AS at`);
  return Number(rows[0].at);
}

async function diskBytes(): Promise<string> {
  const { rows } = await database.query(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relname LIKE 'opt\\_out\\_page%' AND relkind = 'r'`,
  );
  return rows[0].bytes;
}
