/** Harm to what servers have: connections, memory, disks; and to clocks. */
import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { doors, services } from '../../../tools/system/doors.ts';
import type { Play } from '../client.ts';
import { setClock } from '../inside/inside.ts';
import type { Harm } from './harm.ts';

const run = promisify(execFile);

/** S3 refuses requests whose time is off by more than 15 minutes. */
const MOST_WRONG_MS = 10 * 60_000;

export const serverHarms: Harm[] = [
  { what: 'connections cut', weight: 5, whom: ({ random }) => random.pick(services), do: cut },
  { what: 'out of memory alarm', weight: 2, whom: () => 'rabbitmq', do: alarm },
  { what: 'disk full', weight: 2, whom: anyDisk, do: fill },
  { what: 'clock jumps', weight: 4, whom: ({ random }) => random.pick(doors).name, do: jump },
];

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
  // It may be frozen or restarting; afterwards it takes orders again.
  for (let tries = 0; tries < 10; tries++) {
    try {
      return await setWatermark(stage, '0.4');
    } catch {
      await pause(2_000);
    }
  }
}

async function setWatermark({ rabbitmq, dir }: Play['stage'], share: string): Promise<void> {
  const { epmdPort } = rabbitmq as typeof rabbitmq & { epmdPort: number };
  const home = realpathSync(join(dir, 'rabbitmq'));
  const { PATH } = process.env;
  await run('/usr/lib/rabbitmq/bin/rabbitmqctl', ['set_vm_memory_high_watermark', share], {
    env: { PATH, HOME: home, RABBITMQ_NODENAME: 'heed@localhost', ERL_EPMD_PORT: String(epmdPort) },
    timeout: 20_000,
  });
}

function anyDisk({ stage, random }: Play): string | undefined {
  const disks = ['postgres', stage.s3].filter((server) => stage.disks.has(server));
  return disks.length > 0 ? random.pick(disks) : undefined;
}

async function fill(server: string, { stage, random }: Play): Promise<void> {
  stage.disks.fill(server);
  await pause(random.between(2_000, 8_000));
  stage.disks.heal();
}

/** There and back, as when somebody sets a clock and is corrected. */
async function jump(door: string, { stage, random }: Play): Promise<void> {
  setClock(stage.inside, door, random.between(-MOST_WRONG_MS, MOST_WRONG_MS));
  await pause(random.between(500, 8_000));
  setClock(stage.inside, door, 0);
}
