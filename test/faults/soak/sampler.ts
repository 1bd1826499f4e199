/** What a running system weighs: looked at again and again, kept as lines of JSON. */
import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { manage } from '../../../tools/servers/index.ts';
import { doors } from '../../../tools/system/doors.ts';
import { pidOf } from '../harm/processes.ts';
import type { Stage } from '../stage.ts';

const run = promisify(execFile);
const PAGE_BYTES = 4_096;

export interface Sample {
  /** Minutes since the load began. */
  at: number;
  /** MiB by door. */
  memory: Record<string, number>;
  /** File descriptors by door. */
  handles: Record<string, number>;
  /** Messages that wait, all queues together. */
  queued: number;
  /** Events that wait, all services together. */
  outbox: number;
  /** Seconds. */
  outboxAge: number;
  /** MiB by database. */
  databases: Record<string, number>;
  /** MiB of objects. */
  objects: number;
}

/** @param file takes the sample as a line */
export async function sample(stage: Stage, at: number, file: string): Promise<Sample> {
  const pids = doors.flatMap(({ name }) => {
    const pid = pidOf(stage.dir, name);
    return pid === undefined ? [] : [[name, pid] as const];
  });
  const sample: Sample = {
    at,
    memory: Object.fromEntries(pids.map(([name, pid]) => [name, memoryOf(pid)])),
    handles: Object.fromEntries(pids.map(([name, pid]) => [name, readdirSync(`/proc/${pid}/fd`).length])),
    queued: await queued(stage),
    ...(await inDatabases(stage)),
    objects: Number((await run('du', ['-sm', join(stage.dir, stage.s3)])).stdout.split('\t')[0]),
  };
  appendFileSync(file, `${JSON.stringify(sample)}\n`);
  return sample;
}

function memoryOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
  return Math.round((pages * PAGE_BYTES) / 1_048_576);
}

async function queued({ rabbitmq }: Stage): Promise<number> {
  const queues = (await manage(rabbitmq, 'GET', 'queues?columns=messages')) as { messages?: number }[];
  return queues.reduce((sum, { messages = 0 }) => sum + messages, 0);
}

async function inDatabases({ databaseUrls }: Stage): Promise<Pick<Sample, 'outbox' | 'outboxAge' | 'databases'>> {
  const found = { outbox: 0, outboxAge: 0, databases: {} as Record<string, number> };
  for (const [service, url] of Object.entries(databaseUrls)) {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(`
      SELECT (pg_database_size(current_database()) / 1048576)::int AS size, count(*)::int AS waiting,
             coalesce(extract(epoch FROM now() - min((body::jsonb->>'time')::timestamptz)), 0)::float8 AS age
        FROM outbox`);
    await client.end();
    found.databases[service] = rows[0].size;
    found.outbox += rows[0].waiting;
    found.outboxAge = Math.max(found.outboxAge, rows[0].age);
  }
  return found;
}
