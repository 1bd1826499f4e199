/** What is done to the system. Each harm is undone by itself or by `heal`, and says to whom it was done. */
import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { killServer } from '../../../tools/servers/index.ts';
import { doors } from '../../../tools/system/doors.ts';
import { killDoor } from '../../../tools/system/system.ts';
import type { Play } from '../client.ts';
import { dir } from '../stage.ts';
import { runs, signal } from './processes.ts';

const run = promisify(execFile);

export interface Harm {
  what: string;
  /** How often it comes, beside the others. */
  weight: number;
  /** Whom it is done to. */
  whom: (play: Play) => string;
  do: (whom: string, play: Play) => Promise<void>;
}

const anyDoor = ({ random }: Play) => random.pick(doors).name;
const anyServer = ({ stage, random }: Play) => random.pick(['postgres', 'rabbitmq', stage.s3]);

export const harms: Harm[] = [
  { what: 'kill -9', weight: 10, whom: anyDoor, do: (door) => killDoor(dir, door) },
  { what: 'SIGSTOP', weight: 6, whom: anyDoor, do: freeze },
  { what: 'SIGTERM', weight: 3, whom: anyDoor, do: async (door) => signal(door, 'SIGTERM') },
  { what: 'kill -9', weight: 5, whom: anyServer, do: (server) => killServer(dir, server) },
  { what: 'SIGSTOP', weight: 4, whom: anyServer, do: freeze },
  { what: 'orderly restart', weight: 2, whom: () => 'rabbitmq', do: (broker) => end(broker, 'SIGTERM') },
  { what: 'fast stop', weight: 2, whom: () => 'postgres', do: (database) => end(database, 'SIGINT') },
  {
    what: 'connections cut',
    weight: 5,
    whom: ({ random }) => random.pick(['deploy', 'optout', 'collect', 'mailer']),
    do: cut,
  },
  { what: 'out of memory alarm', weight: 2, whom: () => 'rabbitmq', do: alarm },
];

/** A pause that its clients can't tell from a network that carries nothing. */
async function freeze(name: string, { random }: Play): Promise<void> {
  signal(name, 'SIGSTOP');
  await pause(random.between(500, 8_000));
  signal(name, 'SIGCONT');
}

async function end(server: string, how: NodeJS.Signals): Promise<void> {
  signal(server, how);
  for (let waited = 0; runs(server) && waited < 20_000; waited += 50) await pause(50);
  await killServer(dir, server);
}

async function cut(service: string, { stage }: Play): Promise<void> {
  const client = new Client({ connectionString: stage.postgres.url });
  client.on('error', () => {});
  await client.connect();
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
    new URL(stage.databaseUrls[service as 'deploy']).username,
  ]);
  await client.end();
}

/** The broker takes nothing more from those who publish, and doesn't say no either. */
async function alarm(_: string, { stage, random }: Play): Promise<void> {
  await setWatermark(stage, '0.0000001');
  await pause(random.between(1_000, 6_000));
  await setWatermark(stage, '0.4');
}

async function setWatermark({ rabbitmq }: Play['stage'], share: string): Promise<void> {
  const { epmdPort } = rabbitmq as typeof rabbitmq & { epmdPort: number };
  const home = realpathSync(join(dir, 'rabbitmq'));
  const { PATH } = process.env;
  await run('/usr/lib/rabbitmq/bin/rabbitmqctl', ['set_vm_memory_high_watermark', share], {
    env: { PATH, HOME: home, RABBITMQ_NODENAME: 'heed@localhost', ERL_EPMD_PORT: String(epmdPort) },
    timeout: 20_000,
  });
}
