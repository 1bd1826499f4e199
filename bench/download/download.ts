/**
 * How long a download takes, from its being asked for to the object's being whole, black box: over HTTP, with one worker, PostgreSQL, RabbitMQ and S3 on this machine.
 * `node bench/download/download.ts [--million 100] [--columns hashed]`. Needs a build; starts the test servers where they don't run. The list is filled by a real import first; then single opt-outs are looked up.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { install } from '../import/installation.ts';
import { type Door, download, openDoor } from './door.ts';
import { randomHashes } from './random-hashes.ts';

const { values: options } = parseArgs({
  options: { million: { type: 'string', default: '100' }, columns: { type: 'string', default: 'hashed' } },
});
const count = Math.round(Number(options.million) * 1e6);
const adminToken = '0123456789abcdef';
const installation = await install(`bench_download_${process.pid}`, { workers: 0 });
let door: Door | undefined;
try {
  door = await openDoor(installation.environment);
  const importer = installation.startWorker();
  const token = await provision(door);
  await fill(door, token);
  importer.process.kill('SIGKILL');
  const worker = installation.startWorker();
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
  door?.process.kill('SIGKILL');
  await installation.remove();
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
  await installation.storage.put(`uploads/${importReference}`, randomHashes(count), { contentType: 'text/plain' });
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
