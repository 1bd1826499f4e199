/**
 * How long a mailer's file takes, from the request event to the ZIP's standing in S3: a list of MD5 by a worker of the opt-out service, the same again unchanged, and beside it zlib level 6 of the same kind of text,
 * in one run on one machine. `node bench/zip/zip.ts [--keys 100000000] [--rival 10000000]`. Needs a build; starts the test servers where they don't run.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cloudEvent, suppressionRequested } from '#contracts';
import { install } from '../import/installation.ts';
import { fillList } from './fill-list.ts';
import { deflatedText } from './rival.ts';

const { values: options } = parseArgs({
  options: { keys: { type: 'string', default: '100000000' }, rival: { type: 'string', default: '10000000' } },
});
const keys = Number(options.keys);
const list = randomBytes(8).toString('hex');
const name = `bench_zip_${process.pid}`;
const installation = await install(name, { workers: 0 });
const { database, storage } = installation;
try {
  await database.query(
    `INSERT INTO optout_list (id, name, kind, channel, storage, enabled, version) VALUES ($1, 'bench', 'standard', 'email', 'md5', true, 1)`,
    [list],
  );
  await fillList(database, list, keys);
  const worker = installation.startWorker();
  await prepared('warm-up', 'warm-up');
  await database.query('DELETE FROM suppression_file; CHECKPOINT');
  const cpuBefore = worker.cpuSeconds;
  const first = await prepared('first', 'bench');
  const cpu = worker.cpuSeconds - cpuBefore;
  const again = await prepared('unchanged', 'bench');
  if (again.objectKey !== first.objectKey) throw new Error('the file was made again');
  console.table({
    [`${keys} MD5 to a ZIP in S3, seconds`]: first.seconds.toFixed(1),
    'the unchanged file again, seconds': again.seconds.toFixed(2),
    'size of the ZIP, of the text': (first.bytes / (33 * keys)).toFixed(3),
    'peak memory of the worker, MiB': worker.peakMiB,
    'CPU seconds of the worker': cpu.toFixed(1),
  });
  await checked(first.objectKey);
  const rivalKeys = Math.min(keys, Number(options.rival));
  if (rivalKeys > 0) await rival(rivalKeys);
} finally {
  await installation.remove();
}

/** Asks for the file as the mailer service does, and waits for the answer to go out. */
async function prepared(what: string, campaignName: string) {
  const preparationId = randomUUID();
  const event = cloudEvent(suppressionRequested, 'mailer', preparationId, {
    preparationId,
    optoutListId: list,
    format: 'md5',
    campaignName,
    requestedAt: new Date().toISOString(),
  });
  const { rows: before } = await database.query('SELECT max(expires_at)::text AS latest FROM suppression_file');
  const started = performance.now();
  await database.query('INSERT INTO outbox (event_id, type, body) VALUES ($1, $2, $3)', [
    event.id,
    event.type,
    JSON.stringify(event),
  ]);
  // As who adds to an outbox does; else the relay comes by within a second.
  await database.query('NOTIFY heed_outbox');
  for (;;) {
    const { rows } = await database.query(
      `SELECT object_key AS "objectKey", byte_count::float8 AS bytes FROM suppression_file
       WHERE expires_at > coalesce($1::timestamptz, '-infinity') ORDER BY expires_at DESC LIMIT 1`,
      [before[0].latest],
    );
    const seconds = (performance.now() - started) / 1_000;
    if (rows.length > 0) return { ...(rows[0] as { objectKey: string; bytes: number }), seconds };
    if (seconds > 1_500) throw new Error(`${what}: no file`);
    await pause(20);
  }
}

/** Every ZIP passes `unzip -t`. */
async function checked(objectKey: string): Promise<void> {
  const path = join(tmpdir(), `${name}.zip`);
  try {
    await pipeline(await storage.get(objectKey), createWriteStream(path));
    console.log(execFileSync('unzip', ['-t', path], { encoding: 'utf8' }).trim().split('\n').at(-1));
    console.log(execFileSync('unzip', ['-Zl', path], { encoding: 'utf8' }).trim());
  } finally {
    rmSync(path, { force: true });
  }
}

async function rival(count: number): Promise<void> {
  const started = performance.now();
  const { size } = await storage.put('suppression/rival', deflatedText(count), { contentType: 'application/zip' });
  const seconds = (performance.now() - started) / 1_000;
  console.table({
    [`zlib level 6 of ${count} such lines to S3, seconds`]: seconds.toFixed(1),
    [`… of ${keys} lines at that rate`]: ((seconds * keys) / count).toFixed(1),
    'size, of the text': (size / (33 * count)).toFixed(3),
  });
}
