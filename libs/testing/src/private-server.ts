/**
 * A server that a test may kill and start again, which the shared ones must never be. It has the same port, credentials and data
 * after each start, and is removed with `remove`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../../../tools/checks/owners.ts';
import { testDir } from '../../../tools/checks/test-instances.ts';
import { killServer, removeServers, type S3Kind, stopServers } from '../../../tools/servers/index.ts';
import { uniqueName } from './servers.js';

export interface PrivateServer {
  /** AMQP or PostgreSQL, as superuser, or the endpoint of S3; the same after every start. */
  url: string;
  /** SIGKILL: nothing is written, nobody is told. */
  kill: () => Promise<void>;
  /** An orderly end: clients are told. */
  stop: () => Promise<void>;
  /** Resolves when it answers again. */
  start: () => Promise<void>;
  /** Ends it and removes its data. */
  close: () => Promise<void>;
}

export async function privateServer(
  name: 'postgres' | 'rabbitmq' | S3Kind,
  start: (instance: { dir: string; report: () => void }) => Promise<string>,
): Promise<PrivateServer> {
  const instance = { dir: join(testDir, 'private', uniqueName(name)), report: () => {} };
  mkdirSync(instance.dir, { recursive: true });
  own(instance.dir);
  return {
    url: await start(instance),
    kill: () => killServer(instance.dir, name),
    stop: async () => void (await stopServers(instance.dir)),
    start: async () => void (await start(instance)),
    close: async () => {
      await removeServers(instance.dir);
      rmSync(instance.dir, { recursive: true });
    },
  };
}
