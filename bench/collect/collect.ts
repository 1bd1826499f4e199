/**
 * How many opt-outs a second collect takes, each durable before its answer, beside the same framework's no-op endpoint and the usual controller with a TypeORM save, in one run on one
 * machine; then the latencies at half of that. `node bench/collect/collect.ts [seconds]`. Needs a build; starts the test servers where they don't run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { testServers } from '../../tools/checks/test-instances.ts';
import { freePorts } from '../../tools/servers/ports.ts';
import { type LoadOptions, load } from './load.ts';

const seconds = Number(process.argv[2] ?? 10);
const root = fileURLToPath(new URL('../..', import.meta.url));
const LIST = 'a3f29c0d4be81755';
const id = randomBytes(8).toString('hex');
const token = `hd_tok_${id}_${randomBytes(32).toString('base64url')}`;

const { postgres, rabbitmq } = await testServers(console.error);
const superuser = new Client({ connectionString: postgres.url });
await superuser.connect();
const name = `bench_collect_${process.pid}`;
await superuser.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
const doors: ChildProcess[] = [];

try {
  const [collectPort, rivalsPort] = (await freePorts(2)) as [number, number];
  const environment = {
    HEED_DATABASE_URL: databaseUrl,
    HEED_AMQP_URL: rabbitmq.url,
    HEED_DOCS_URL: 'http://docs.example',
    HEED_ADMIN_TOKENS: 'bench:0123456789abcdef',
    HEED_PORT: String(collectPort),
    HEED_LOG_LEVEL: 'error',
  };
  await finished(start(['dist/apps/collect/src/migrate.js'], environment));
  await provision();
  const collect = start(['dist/apps/collect/src/main.js'], environment);
  const rivals = start(['bench/collect/rivals.ts', String(rivalsPort), databaseUrl], {});
  doors.push(collect, rivals);
  await Promise.all([answering(collectPort), answering(rivalsPort)]);

  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = (n: number) => JSON.stringify({ optoutListId: LIST, email: `person.${n}@shop.example` });
  const common = { headers, body, connections: 128, status: 202, seconds };
  const targets: [string, ChildProcess, LoadOptions][] = [
    ['no-op of the framework', rivals, { ...common, port: rivalsPort, path: '/noop' }],
    ['controller with TypeORM save', rivals, { ...common, port: rivalsPort, path: '/save' }],
    ['collect', collect, { ...common, port: collectPort, path: '/client-optout/collect' }],
  ];
  for (const [, , options] of targets) await load({ ...options, seconds: Math.min(seconds, 3) });
  const rows = [];
  for (const [what, door, options] of targets) {
    const before = cpuSeconds(door);
    const full = await load(options);
    const spent = cpuSeconds(door) - before;
    const half = await load({ ...options, rate: full.requestsPerSecond / 2 });
    rows.push({
      what,
      'requests/s': Math.round(full.requestsPerSecond),
      'CPU µs a request': Math.round((spent * 1e6) / full.count),
      'p50 ms at half': half.p50.toFixed(1),
      'p95 ms': half.p95.toFixed(1),
      'p99 ms': half.p99.toFixed(1),
    });
  }
  console.table(rows);
} finally {
  for (const door of doors) door.kill('SIGKILL');
  await superuser.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await superuser.end();
}

/** The directory as events would have filled it. */
async function provision(): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const hash = createHash('sha256').update(token).digest();
  await client.query(
    `INSERT INTO optout_list (id, version, channel, storage, kind, enabled, deleted)
     VALUES ('${LIST}', 1, 'email', 'plain', 'standard', true, false)`,
  );
  await client.query(`INSERT INTO list_user VALUES ('u', 1, false)`);
  await client.query(`INSERT INTO list_token (id, user_id, hash) VALUES ($1, 'u', $2)`, [id, hash]);
  await client.query(`INSERT INTO list_grant VALUES ('u', '${LIST}')`);
  await client.query('UPDATE directory SET complete = true');
  await client.end();
}

function start(command: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, command, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
}

function finished(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))));
  });
}

/** What a process has used so far. Unlike requests a second it hardly depends on what else the machine does. */
function cpuSeconds(door: ChildProcess): number {
  const fields = readFileSync(`/proc/${door.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function answering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answers on port ${port}`);
}
