/** The system that is harmed: servers, services, workers and gateway of its own in a folder of its own, provisioned with state.yaml, with the harness on every way between them. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { own } from '../../tools/checks/owners.ts';
import {
  createServiceDatabases,
  type PostgresAddress,
  type RabbitAddress,
  removeServers,
  startServers,
  stopServers,
} from '../../tools/servers/index.ts';
import { minioIsPossible } from '../../tools/servers/minio.ts';
import { repository } from '../../tools/system/build.ts';
import { services } from '../../tools/system/doors.ts';
import { readInstance } from '../../tools/system/instance.ts';
import type { Foundation } from '../../tools/system/settings.ts';
import { type System, startSystem, stopDoors } from '../../tools/system/system.ts';
import { Disks } from './disks/disks.ts';
import { withInside } from './inside/inside.ts';
import { Network } from './network/network.ts';

const run = promisify(execFile);

/** So small that the files of a run have several. */
const RANGE_BYTES = 300_000;

interface Account {
  id: string;
  keys: { key: string }[];
  brands: { id: string }[];
  webhooks?: { secret: string }[];
}

interface Tree {
  accounts: Account[];
  lists: { name: string; optoutListId: string }[];
  users: { tokens: { token: string }[] }[];
  mailers: { tokens: { token: string }[]; access: { key: string }[] }[];
  links: { url: string }[];
}

/** What stands beside the servers, and stays while they come and go. */
export interface Surroundings {
  dir: string;
  network: Network;
  disks: Disks;
  /** Where doors and the harness meet, see inside/. */
  inside: string;
}

export interface Stage extends Surroundings {
  system: System;
  postgres: PostgresAddress;
  rabbitmq: RabbitAddress;
  databaseUrls: Foundation['databaseUrls'];
  s3: S3Server;
  accountId: string;
  apiKey: string;
  brandIds: string[];
  webhookSecret: string;
  /** Of whom only operations change anything. */
  bulk: { accountId: string; apiKey: string; brandId: string };
  token: string;
  listIds: Record<string, string>;
  mailer: { key: string; token: string };
  linkUrl: string;
}

/** Every stage has one S3 server; this is which. */
export type S3Server = 'minio' | 'radosgw';

const s3Server = (): S3Server => (minioIsPossible() ? 'minio' : 'radosgw');

/** @param webhookUrl where the events of the first account are sent. Nothing of an earlier run in the folder is left. */
export async function raise(
  dir: string,
  webhookUrl: string,
  { withDisks, report }: { withDisks: boolean; report: (line: string) => void },
): Promise<Stage> {
  await strike(dir);
  mkdirSync(dir, { recursive: true });
  own(dir);
  const around = { dir, network: new Network(), disks: new Disks(dir), inside: join(dir, 'inside') };
  await around.network.listen();
  if (withDisks) for (const server of ['postgres', s3Server()]) around.disks.mount(server);
  const standing = await stand(around, report);
  await cutFilesSmall(standing.databaseUrls.optout);
  const tree = await provision(dir, standing.system, webhookUrl);
  const [acme, bulk] = tree.accounts as [Account, Account];
  return {
    ...around,
    ...standing,
    s3: s3Server(),
    accountId: acme.id,
    apiKey: acme.keys[0]!.key,
    brandIds: acme.brands.map(({ id }) => id),
    webhookSecret: acme.webhooks![0]!.secret,
    bulk: { accountId: bulk.id, apiKey: bulk.keys[0]!.key, brandId: bulk.brands[0]!.id },
    token: tree.users[0]!.tokens[0]!.token,
    listIds: Object.fromEntries(tree.lists.map(({ name, optoutListId }) => [name, optoutListId])),
    mailer: { key: tree.mailers[0]!.access[0]!.key, token: tree.mailers[0]!.tokens[0]!.token },
    linkUrl: tree.links[0]!.url,
  };
}

/** Starts whatever doesn't run. */
export async function stand({ dir, network, inside }: Surroundings, report: (line: string) => void = () => {}) {
  const { postgres, rabbitmq, s3 } = await startServers({
    dir,
    postgres: true,
    rabbitmq: true,
    s3: s3Server(),
    report,
  });
  network.setTarget('postgres', postgres.port);
  network.setTarget('rabbitmq', rabbitmq.port);
  network.setTarget('s3', s3.port);
  const databaseUrls = await createServiceDatabases(postgres);
  const foundation = { databaseUrls, amqpUrl: rabbitmq.url, s3: { ...s3, bucket: 'heed' } };
  const system = await startSystem(dir, foundation, {
    report,
    environment: (door, environment) =>
      withInside(inside, door.name, network.environment(door, { ...environment, ...settings })),
    upstreams: network.upstreams,
  });
  for (const service of services) network.setTarget(service, readInstance(dir).ports[service]!);
  return { system, postgres, rabbitmq, databaseUrls } as const;
}

const settings = { HEED_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' };

/** Ends everything, in order, and removes its data. */
export async function strike(dir: string): Promise<void> {
  await stopDoors(dir);
  await stopServers(dir);
  Disks.unmount(dir, ['postgres', 'minio', 'radosgw']);
  await removeServers(dir);
  rmSync(dir, { recursive: true, force: true });
}

/** Else every file would be one range, and nothing could go wrong between two. */
async function cutFilesSmall(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    CREATE FUNCTION cut_small() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.range_bytes = ${RANGE_BYTES}; RETURN NEW; END $$;
    CREATE TRIGGER cut_small BEFORE INSERT ON import FOR EACH ROW EXECUTE FUNCTION cut_small()`);
  await client.end();
}

async function provision(dir: string, system: System, webhookUrl: string): Promise<Tree> {
  const [profile, state, out] = ['profile.json', 'state.yaml', 'applied.json'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  const template = readFileSync(new URL('state.yaml', import.meta.url), 'utf8');
  writeFileSync(state, template.replace('WEBHOOK_URL', webhookUrl));
  writeFileSync(profile, JSON.stringify(system), { mode: 0o600 });
  await run(join(repository, 'bin/heed'), ['--profile', profile, 'apply', '-f', state, '--out', out]);
  return JSON.parse(readFileSync(out, 'utf8')) as Tree;
}
