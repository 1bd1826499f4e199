/**
 * How long a download takes, from its being asked for to the object's being whole, black box: over HTTP, with one worker, PostgreSQL, RabbitMQ and S3 on this machine.
 * `node bench/download/download.ts [--million 100] [--columns hashed]`. Needs a build; starts the test servers where they don't run. The list is filled by a real import first; then single opt-outs are looked up.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { Storage } from '#storage';
import { testServers } from '../../tools/checks/test-instances.ts';
import { createBucket, createVirtualHost, removeBucket, removeVirtualHost } from '../../tools/servers/index.ts';
import { migrate } from '../import/migrate.ts';
import { Worker } from '../import/worker.ts';
import { type Door, download, openDoor } from './door.ts';
import { randomHashes } from './random-hashes.ts';

const { values: options } = parseArgs({
  options: { million: { type: 'string', default: '100' }, columns: { type: 'string', default: 'hashed' } },
});
const count = Math.round(Number(options.million) * 1e6);
const name = `bench_download_${process.pid}`;
const adminToken = '0123456789abcdef';
const { postgres, rabbitmq, s3 } = await testServers(console.error);
const admin = new Client({ connectionString: postgres.url });
await admin.connect();
await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
const bucket = name.replaceAll('_', '-');
await createBucket(s3, bucket);
const settings = {
  s3Endpoint: s3.endpoint,
  s3PublicUrl: s3.endpoint,
  s3Region: s3.region,
  s3Bucket: bucket,
  s3AccessKey: s3.accessKey,
  s3SecretKey: s3.secretKey,
};
const environment = {
  HEED_DATABASE_URL: Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href,
  HEED_AMQP_URL: await createVirtualHost(rabbitmq, name),
  HEED_S3_ENDPOINT: s3.endpoint,
  HEED_S3_PUBLIC_URL: s3.endpoint,
  HEED_S3_BUCKET: bucket,
  HEED_S3_ACCESS_KEY: s3.accessKey,
  HEED_S3_SECRET_KEY: s3.secretKey,
  HEED_DOCS_URL: 'http://docs.example',
  HEED_ADMIN_TOKENS: `bench:${adminToken}`,
};
const processes: ChildProcess[] = [];
try {
  await migrate(environment);
  const door = await openDoor(environment);
  processes.push(door.process);
  const importer = new Worker(environment, {});
  processes.push(importer.process);
  const token = await provision(door);
  await fill(door, token);
  importer.process.kill('SIGKILL');
  const worker = new Worker(environment, {});
  processes.push(worker.process);
  await pause(3_000); // until it has started; the request would wait for it
  const cpuBefore = worker.cpuSeconds;

  const { seconds, bytes } = await download(door, token, 'beef000000000001', options.columns.split(','));
  console.table({
    'opt-outs, million': count / 1e6,
    columns: options.columns,
    seconds: seconds.toFixed(1),
    'million rows a second': (count / seconds / 1e6).toFixed(2),
    'file, MB': (bytes / 1e6).toFixed(0),
    'CPU seconds of the worker': (worker.cpuSeconds - cpuBefore).toFixed(1),
    'peak memory of the worker, MiB': worker.peakMiB,
    'look-up of one, ms: median, 99 of 100': (await lookUps(door)).map((ms) => ms.toFixed(1)).join(', '),
  });
} finally {
  for (const one of processes) one.kill('SIGKILL');
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  await removeBucket(s3, bucket);
  await removeVirtualHost(rabbitmq, name);
}

/** By the admin API, as `heed optouts find` asks. */
async function lookUps(door: Door): Promise<[number, number]> {
  const times: number[] = [];
  for (let n = 0; n < 300; n++) {
    const started = performance.now();
    await door.call('POST', '/admin/v1/optouts/find', adminToken, { address: randomBytes(16).toString('hex') });
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return [times[150]!, times[297]!];
}

async function provision(door: Door): Promise<string> {
  const { state } = await door.call('PUT', '/admin/v1/state', adminToken, {
    lists: [{ name: 'Bench', id: 'beef000000000001', channel: 'email', storage: 'md5' }],
    users: [{ name: 'bench', tokens: [{ name: 'bench' }], lists: ['Bench'] }],
  });
  return state.users[0].tokens[0].token;
}

async function fill(door: Door, token: string): Promise<void> {
  const { importReference } = await door.call('POST', '/optout-list/prepare-upload', token, {
    optoutListId: 'beef000000000001',
    fileContentLength: 33 * count,
  });
  await new Storage(settings).put(`uploads/${importReference}`, randomHashes(count), { contentType: 'text/plain' });
  for (;;) {
    const { status, message, addedCount } = await door.call(
      'GET',
      `/optout-list/upload-status/${importReference}`,
      token,
    );
    if (status === 'success' && addedCount === count) return;
    if (status !== 'running') throw new Error(`import: ${status}, ${addedCount} added: ${message}`);
    await pause(100);
  }
}
