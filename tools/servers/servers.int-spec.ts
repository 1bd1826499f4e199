/** What `startServers` promises, on servers of this file's own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { killServer, removeServers, startServers, status, stopServers } from './index.ts';
import { identify, isRunning } from './processes.ts';

describe('servers of an instance', () => {
  let dir: string;
  const start = async () => (await startServers({ dir, postgres: true, throwAway: true, report: () => {} })).postgres;
  const pid = () => status(dir)[0]?.pid;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'heed-servers-'));
  });

  afterEach(async () => {
    await removeServers(dir);
    rmSync(dir, { recursive: true });
  });

  it('start once, however many ask at the same time', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const before = pid();
    expect(second).toEqual(first);
    expect(await start()).toEqual(first);
    expect(pid()).toBe(before);
  });

  it('keep address, credentials and data over a stop and over a crash', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept (id int)');
    expect(await stopServers(dir)).toEqual(['PostgreSQL']);
    expect(status(dir)).toMatchObject([{ running: false }]);
    expect(await start()).toEqual(first);
    await killServer(dir, 'postgres');
    expect(await start()).toEqual(first);
    await query(first.url, 'SELECT * FROM kept');
  });

  it('move to another port when somebody else has taken theirs', async () => {
    const first = await start();
    await stopServers(dir);
    const squatter = createServer().listen(first.port, '127.0.0.1');
    await once(squatter, 'listening');
    try {
      const second = await start();
      expect(second.port).not.toBe(first.port);
      await query(second.url, 'SELECT 1');
    } finally {
      squatter.close();
    }
  });

  it('never touch a process that has come by the pid of one of ours', async () => {
    await start();
    await stopServers(dir);
    const stranger = spawn('sleep', ['60']);
    await once(stranger, 'spawn');
    const file = join(dir, 'servers.json');
    const state = JSON.parse(readFileSync(file, 'utf8'));
    state.postgres.processes[0].pid = stranger.pid;
    writeFileSync(file, JSON.stringify(state));
    try {
      expect(status(dir)).toMatchObject([{ running: false }]);
      expect(await stopServers(dir)).toEqual([]);
      expect(isRunning(identify(stranger.pid as number))).toBe(true);
    } finally {
      stranger.kill('SIGKILL');
    }
  });
});

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
