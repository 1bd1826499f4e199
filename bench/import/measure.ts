/** One import, from the object's being complete to its end: how long, what it took, which step how much, and whether every count is right. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Expected, fileLines, type Kind } from './file-lines.ts';
import type { Installation } from './installation.ts';

export interface Import {
  readonly what: string;
  readonly list: string;
  readonly kind: Kind;
  readonly storage: 'md5' | 'plain';
  readonly size: { bytes: number } | { lines: number };
}

const MIB = 1_048_576;

/** @returns what the file had, and the seconds since it was noticed. */
export async function measure(
  installation: Installation,
  run: Import,
): Promise<{ expected: Expected; seconds: number }> {
  const { database, storage, workers, steps } = installation;
  const id = randomUUID();
  const key = `uploads/${id}`;
  const expected: Expected = { lines: 0, added: 0, malformed: 0 };
  const { size } = await storage.put(key, fileLines(run.kind, run.size, expected), { contentType: 'text/plain' });
  await database.query('CHECKPOINT');
  for (const step of Object.keys(steps)) delete steps[step];
  const before = { wal: await walBytes(database), disk: await diskBytes(database), cpu: cpuSeconds(workers) };
  const started = performance.now();
  await database.query(
    `INSERT INTO import (id, list_id, user_id, channel, storage, region, file_content_length, object_key, url_expires_at, range_bytes)
     VALUES ($1, $2, 'bench', $3, $4, $5, $6, $7, now() + interval '15 minutes', $8)`,
    [
      id,
      run.list,
      run.kind === 'sms' ? 'sms' : 'email',
      run.storage,
      run.kind === 'sms' ? 'US' : null,
      size,
      key,
      (run.storage === 'plain' ? 24 : 48) * MIB,
    ],
  );
  const view = await ended(database, id);
  const seconds = (performance.now() - started) / 1_000;
  const found = { lines: view.submitted_count, added: view.added_count, malformed: view.malformed_count };
  const right =
    JSON.stringify(found) === JSON.stringify(expected)
      ? 'every count is right'
      : `WRONG: ${JSON.stringify({ found, expected })}, ${view.message}`;
  console.log(`\n${run.what}: ${view.status}, ${right}`);
  const wal = (await walBytes(database)) - before.wal;
  const disk = (await diskBytes(database)) - before.disk;
  console.table({
    'seconds, notice included': seconds.toFixed(1),
    'seconds, of the import': view.elapsed.toFixed(2),
    'million lines a second': (expected.lines / view.elapsed / 1e6).toFixed(2),
    'bytes of disk a key': (disk / expected.added).toFixed(1),
    'bytes of WAL a key': (wal / expected.added).toFixed(1),
    'peak memory of the workers so far, MiB': workers.map(({ peakMiB }) => peakMiB).join(', '),
    'CPU seconds of the workers': (cpuSeconds(workers) - before.cpu).toFixed(1),
  });
  const work = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  console.table(
    Object.fromEntries(
      Object.entries(steps).map(([step, ms]) => [
        step,
        { seconds: (ms / 1_000).toFixed(1), share: `${Math.round((ms / work) * 100)} %` },
      ]),
    ),
  );
  return { expected, seconds: view.elapsed };
}

async function ended(database: Installation['database'], id: string) {
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

async function walBytes(database: Installation['database']): Promise<number> {
  const { rows } = await database.query(`SELECT (pg_current_wal_lsn() - '0/0')::float8 AS at`);
  return rows[0].at;
}

async function diskBytes(database: Installation['database']): Promise<number> {
  const { rows } = await database.query(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relname LIKE 'opt\\_out\\_page%' AND relkind = 'r'`,
  );
  return rows[0].bytes;
}

function cpuSeconds(workers: Installation['workers']): number {
  return workers.reduce((sum, worker) => sum + worker.cpuSeconds, 0);
}
