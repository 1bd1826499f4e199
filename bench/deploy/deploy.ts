/**
 * How quick the Deploy API is, as ratios in one run: create and get beside an endpoint of the same framework that does nothing and beside one statement of the same shape by pgbench; a bulk
 * import beside COPY and merge by hand. PostgreSQL syncs to disk as in production; the load comes from this machine too.
 * `node bench/deploy/deploy.ts [--seconds 8] [--connections 64] [--import 1000000]`; 0 leaves the one or the other out. Needs a build. Its servers are in `.heed/bench` and stop at the end.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Storage } from '#storage';
import {
  createBucket,
  createServiceDatabases,
  freePorts,
  startServers,
  stopServers,
} from '../../tools/servers/index.ts';
import { migrate, open } from './doors.ts';
import { httpRequest, load, type Measured } from './load.ts';
import { insertContact, pgbench, selectContact } from './pgbench.ts';
import { copyAndMerge } from './rival.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    import: { type: 'string', default: '1000000' },
  },
});
const [seconds, connections, importRows] = [values.seconds, values.connections, values.import].map(Number) as [
  number,
  number,
  number,
];
const CONTACTS = 20_000;
const ADMIN = { authorization: 'Bearer 0123456789abcdef', 'content-type': 'application/json' };
const dir = new URL('../../.heed/bench', import.meta.url).pathname;

const { postgres, rabbitmq, s3 } = await startServers({ dir, postgres: true, rabbitmq: true, s3: 'any' });
const bucket = 'bench-deploy';
const storage = {
  s3Endpoint: s3.endpoint,
  s3PublicUrl: s3.endpoint,
  s3Region: s3.region,
  s3Bucket: bucket,
  s3AccessKey: s3.accessKey,
  s3SecretKey: s3.secretKey,
};
const { deploy: databaseUrl } = await createServiceDatabases(postgres);
const env = {
  HEED_DATABASE_URL: databaseUrl,
  HEED_AMQP_URL: rabbitmq.url,
  HEED_ADMIN_TOKENS: 'bench:0123456789abcdef',
  HEED_DOCS_URL: 'https://docs.example',
  HEED_S3_ENDPOINT: s3.endpoint,
  HEED_S3_PUBLIC_URL: s3.endpoint,
  HEED_S3_REGION: s3.region,
  HEED_S3_BUCKET: bucket,
  HEED_S3_ACCESS_KEY: s3.accessKey,
  HEED_S3_SECRET_KEY: s3.secretKey,
};
const [mainPort, workerPort] = (await freePorts(2)) as [number, number];

try {
  // Left from an earlier run it is fine too.
  await createBucket(s3, bucket).catch(() => undefined);
  await migrate(env);
  if (seconds > 0) {
    const main = await open('main', mainPort, env);
    await http().finally(main.stop);
  }
  if (importRows > 0) await imports();
} finally {
  await stopServers(dir);
}

async function http(): Promise<void> {
  const { id, key, brandId } = await account('bench-http');
  const headers = { authorization: `Bearer ${key}` };
  const run = Date.now();
  const post = (body: object) => httpRequest('POST /deploy/v1/contacts', headers, JSON.stringify(body));
  const under = (request: (n: number) => string) => load({ port: mainPort, connections, seconds, request });
  const contact = (n: number) => ({ email: `u${n}.${run}@example.org`, attributes: { firstName: 'Ann', score: n } });
  const getRequest = (n: number) =>
    httpRequest(
      `GET /deploy/v1/contacts/${createHash('md5')
        .update(`get${n % CONTACTS}@example.org`)
        .digest('hex')}`,
      headers,
    );

  for (let from = 0; from < CONTACTS; from += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        fetch(`http://127.0.0.1:${mainPort}/deploy/v1/contacts`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ email: `get${from + i}@example.org`, attributes: { firstName: 'Ann', score: 1 } }),
        }),
      ),
    );
  const noop = show('no-op endpoint', await under(() => httpRequest('GET /health/live', {})));
  const get = show('get', await under(getRequest));
  const create = show('create', await under((n) => post(contact(n))));
  show(
    'create with a brand',
    await under((n) => post({ ...contact(n), email: `b${n}.${run}@example.org`, brandIds: [brandId] })),
  );
  const clients = { clients: connections, seconds };
  const select = pgbench(databaseUrl, selectContact(id, CONTACTS), clients);
  const insert = pgbench(databaseUrl, insertContact(id), clients);
  console.log(`one SELECT by pgbench      ${select.toFixed(0)}/s\none INSERT by pgbench      ${insert.toFixed(0)}/s`);
  console.log(`get:    ${ratio(get, noop)} of the no-op, ${ratio(get, select)} of the SELECT; aim 8,000/s`);
  console.log(`create: ${ratio(create, noop)} of the no-op, ${ratio(create, insert)} of the INSERT; aim 2,500/s`);
}

async function imports(): Promise<void> {
  const main = await open('main', mainPort, env);
  const worker = await open('worker', workerPort, env);
  try {
    const ours = await imported((await account('bench-import')).id, '');
    const rival = await copyAndMerge(databaseUrl, (await account('bench-rival')).id, rows());
    console.log(`import of ${importRows} contacts     ${ours.toFixed(1)} s, ${(importRows / ours).toFixed(0)}/s`);
    console.log(`COPY and merge by hand     ${rival.toFixed(1)} s, ${(importRows / rival).toFixed(0)}/s`);
    console.log(`import: ${(rival / ours).toFixed(2)} of the rate by hand; aim 0.5`);
    const branded = await account('bench-branded');
    const told = await imported(branded.id, branded.brandId);
    console.log(`with a brand and its event ${told.toFixed(1)} s, ${(importRows / told).toFixed(0)}/s`);
    console.log(`import with brands: ${(ours / told).toFixed(2)} of the rate without`);
  } finally {
    await worker.stop();
    await main.stop();
  }
}

/** @returns seconds */
async function imported(id: string, brandId: string): Promise<number> {
  const { upload } = await admin(`accounts/${id}/contact-uploads`, 'POST');
  await new Storage(storage).put(`uploads/contacts/${id}/${upload}`, csv(brandId), { contentType: 'text/csv' });
  const start = performance.now();
  let operation = await admin(`accounts/${id}/operations/contact-import`, 'POST', { upload, format: 'csv' });
  while (operation.status === 'running') {
    await pause(100);
    operation = await admin(`operations/${operation.id}`, 'GET');
  }
  if (operation.counts?.created !== importRows) throw new Error(JSON.stringify(operation));
  return (performance.now() - start) / 1_000;
}

function* rows(): Generator<[string, number]> {
  for (let n = 0; n < importRows; n++) yield [`import${n}@example.org`, n];
}

function* csv(brandId: string): Generator<Buffer> {
  yield Buffer.from('email,firstName,score,brandIds\n');
  const lines: string[] = [];
  for (const [email, score] of rows()) {
    lines.push(`${email},Ann,${score},${brandId}\n`);
    if (lines.length === 10_000) yield Buffer.from(lines.splice(0).join(''));
  }
  yield Buffer.from(lines.join(''));
}

/** An account of this run. */
async function account(name: string): Promise<{ id: string; key: string; brandId: string }> {
  const permissions = ['contacts:read', 'contacts:write'];
  const schema = [
    { name: 'firstName', type: 'string' },
    { name: 'score', type: 'number' },
  ];
  const brands = [{ name: 'Shoes', unsubscribeHandling: { type: 'Deploy', useListUnsubscribeHeader: true } }];
  const fresh = `${name}-${Date.now()}`;
  const { state } = await admin('state', 'PUT', {
    accounts: [{ name: fresh, keys: [{ name: 'bench', permissions }], schema, brands }],
  });
  const [made] = state.accounts;
  return { id: made.id, key: made.keys[0].key, brandId: made.brands[0].id };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every form
async function admin(path: string, method: string, body?: object): Promise<any> {
  const answer = await fetch(`http://127.0.0.1:${mainPort}/admin/v1/${path}`, {
    method,
    headers: ADMIN,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

function show(what: string, measured: Measured): number {
  const { requestsPerSecond, p50Ms, p99Ms, statuses } = measured;
  console.log(
    `${what.padEnd(27)}${requestsPerSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${JSON.stringify(statuses)}`,
  );
  return requestsPerSecond;
}

function ratio(ours: number, rival: number): string {
  return (ours / rival).toFixed(2);
}
