/** The system that is harmed: servers, services, workers and gateway of its own under `.heed/faults`, provisioned with state.yaml. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createServiceDatabases,
  type PostgresAddress,
  type RabbitAddress,
  removeServers,
  startServers,
  stopServers,
} from '../../tools/servers/index.ts';
import type { Foundation } from '../../tools/system/settings.ts';
import { type System, startSystem, stopDoors } from '../../tools/system/system.ts';

const run = promisify(execFile);

export const dir = fileURLToPath(new URL('../../.heed/faults', import.meta.url));

interface Tree {
  accounts: { keys: { key: string }[]; brands: { id: string }[] }[];
  lists: { name: string; optoutListId: string }[];
  users: { tokens: { token: string }[] }[];
  mailers: { tokens: { token: string }[]; access: { key: string }[] }[];
  links: { url: string }[];
}

export interface Stage {
  system: System;
  postgres: PostgresAddress;
  rabbitmq: RabbitAddress;
  databaseUrls: Foundation['databaseUrls'];
  /** Every kind has one S3 server; this is which. */
  s3: 'minio' | 'radosgw';
  apiKey: string;
  brandIds: string[];
  token: string;
  listIds: Record<string, string>;
  mailer: { key: string; token: string };
  linkUrl: string;
}

/** Nothing of an earlier run is left. */
export async function raise(report: (line: string) => void): Promise<Stage> {
  await strike();
  mkdirSync(dir, { recursive: true });
  const standing = await stand(report);
  const tree = await provision(standing.system);
  return {
    ...standing,
    apiKey: tree.accounts[0]!.keys[0]!.key,
    brandIds: tree.accounts[0]!.brands.map(({ id }) => id),
    token: tree.users[0]!.tokens[0]!.token,
    listIds: Object.fromEntries(tree.lists.map(({ name, optoutListId }) => [name, optoutListId])),
    mailer: { key: tree.mailers[0]!.access[0]!.key, token: tree.mailers[0]!.tokens[0]!.token },
    linkUrl: tree.links[0]!.url,
  };
}

/** Starts whatever doesn't run. */
export async function stand(report: (line: string) => void = () => {}) {
  const { postgres, rabbitmq, s3 } = await startServers({ dir, postgres: true, rabbitmq: true, s3: 'any', report });
  const databaseUrls = await createServiceDatabases(postgres);
  const foundation = { databaseUrls, amqpUrl: rabbitmq.url, s3: { ...s3, bucket: 'heed' } };
  const system = await startSystem(dir, foundation, { report });
  const kind = 'minio' in JSON.parse(readFileSync(join(dir, 'servers.json'), 'utf8')) ? 'minio' : 'radosgw';
  return { system, postgres, rabbitmq, databaseUrls, s3: kind } as const;
}

/** Ends everything, in order, and removes its data. */
export async function strike(): Promise<void> {
  await stopDoors(dir);
  await stopServers(dir);
  await removeServers(dir);
  rmSync(dir, { recursive: true, force: true });
}

async function provision(system: System): Promise<Tree> {
  const [profile, out] = [join(dir, 'profile.json'), join(dir, 'applied.json')];
  writeFileSync(profile, JSON.stringify(system), { mode: 0o600 });
  await run('bin/heed', ['--profile', profile, 'apply', '-f', 'test/faults/state.yaml', '--out', out]);
  return JSON.parse(readFileSync(out, 'utf8')) as Tree;
}
