/**
 * The servers that Heed needs, native, without Docker and systemd: PostgreSQL, RabbitMQ, an S3 server, nginx.
 *
 * An *instance* is a folder (`.heed/demo`, `.heed/test`) with its own servers on free ports of loopback, its own data and random
 * credentials, beside anything else that runs on the machine. `startServers` installs what is missing, starts what doesn't run and
 * gives the addresses; as often as one likes, also from several processes at once. Ports and credentials stay the same over restarts
 * (a port that somebody else took meanwhile is changed). Servers outlive the process that started them, until `stopServers`.
 *
 * A process is only ever touched when pid and moment of start are those that we noted: what we didn't start is never harmed.
 *
 *   const { postgres, rabbitmq, s3 } = await startServers({ dir: '.heed/demo', postgres: true, rabbitmq: true, s3: 'any' });
 *   const urls = await createServiceDatabases(postgres);        // { deploy: 'postgres://…', optout: …, collect: …, mailer: … }
 *   await stopServers('.heed/demo');
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { removeServerFolder, serverFolder } from './accounts.ts';
import { minio, minioIsPossible } from './minio.ts';
import { nginx } from './nginx.ts';
import { ensureInstalled } from './packages.ts';
import { type PostgresAddress, postgres } from './postgres.ts';
import { isRunning, stopProcess } from './processes.ts';
import { type RabbitAddress, rabbitmq } from './rabbitmq.ts';
import { radosgw, radosgwIsPossible } from './radosgw.ts';
import type { S3Address, S3Kind } from './s3-address.ts';
import type { ServerKind } from './server-kind.ts';
import { type Entry, locked, readState, writeEntry } from './state.ts';

export { cacheFolder } from './accounts.ts';
export { createBucket, removeBucket } from './buckets.ts';
export { ensureInstalled } from './packages.ts';
export { freePorts } from './ports.ts';
export type { PostgresAddress } from './postgres.ts';
export {
  type Command,
  identify,
  isRunning,
  type OwnProcess,
  startProcess,
  stopProcess,
  untilReady,
} from './processes.ts';
export type { RabbitAddress } from './rabbitmq.ts';
export type { S3Address, S3Kind } from './s3-address.ts';
export { createServiceDatabases, removeServiceDatabases, type ServiceName, serviceNames } from './service-databases.ts';
export { createVirtualHost, manage, removeVirtualHost } from './virtual-hosts.ts';

export interface Wanted {
  /** The instance's folder. */
  dir: string;
  postgres?: true;
  rabbitmq?: true;
  /** `any`: what the instance has its data in; in a new one MinIO where it stands or can be built (Go), else radosgw. */
  s3?: S3Kind | 'any';
  /** nginx with this configuration, as text; its ports are the writer's matter. Started again when the text has changed. See nginx.ts. */
  nginx?: { config: string };
  /** Servers that will be started later: installed now, so that all that is missing is told at once. */
  install?: 'nginx'[];
  /** The data is worth nothing: no fsync, objects in memory, stopped by force. For tests. */
  throwAway?: boolean;
  /** Told in lines what happens; by default on standard error. */
  report?: (line: string) => void;
}

interface Addresses {
  postgres: PostgresAddress;
  rabbitmq: RabbitAddress;
  s3: S3Address;
  nginx: { configFile: string };
}

/** The addresses of exactly those servers that were asked for. */
export type Servers<W> = Pick<Addresses, Extract<keyof Addresses, keyof W>>;

const kinds: Record<string, ServerKind> = { postgres, rabbitmq, minio, radosgw, nginx };

/** Throws with one readable paragraph when something is missing or doesn't start; what did start then stays, for the next try. */
export async function startServers<const W extends Wanted>(wanted: W): Promise<Servers<W>> {
  const dir = resolve(wanted.dir);
  const report = wanted.report ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const s3 = wanted.s3 === 'any' ? anyS3(dir, report) : wanted.s3;
  const names = [wanted.postgres && 'postgres', wanted.rabbitmq && 'rabbitmq', s3, wanted.nginx && 'nginx'].filter(
    (name) => name !== undefined,
  );
  const entries = await locked(dir, async () => {
    const idle = names.filter(
      (name) => !runs(readState(dir)[name]) || (name === 'nginx' && isChanged(dir, wanted.nginx?.config)),
    );
    await ensureInstalled(
      [...idle, ...(wanted.install ?? [])].flatMap((name) => kindOf(name).requirement ?? []),
      report,
    );
    await Promise.all(idle.map((name) => kindOf(name).prepare?.(report)));
    const outcomes = await Promise.allSettled(idle.map((name) => startOne(dir, name, wanted, report)));
    const failures = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => String(reason.message ?? reason));
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return readState(dir);
  });
  return Object.fromEntries(
    names.map((name) => [name === s3 ? 's3' : name, entries[name]?.address]),
  ) as unknown as Servers<W>;
}

/** Stops what this instance started, as far as it still runs, and returns its titles. The data stays. */
export async function stopServers(dir: string): Promise<string[]> {
  const running = Object.entries(readState(resolve(dir))).filter(([, entry]) => entry.processes.some(isRunning));
  await Promise.all(running.map(([name, entry]) => stopOne(name, entry)));
  return running.map(([name]) => kindOf(name).title);
}

/** Ends one server by SIGKILL, as a crash would. */
export async function killServer(dir: string, name: string): Promise<void> {
  for (const own of readState(resolve(dir))[name]?.processes ?? []) await stopProcess(own, 'SIGKILL');
}

/** Ends the instance and removes its data and credentials. Nobody waits for an orderly end of what is thrown away. */
export async function removeServers(dir: string): Promise<void> {
  await Promise.all(Object.keys(kinds).map((name) => killServer(dir, name)));
  for (const name of [...Object.keys(kinds), 'servers.json']) removeServerFolder(resolve(dir), name);
}

/** The S3 servers that this machine has or can have; contract tests go over each of them. */
export function possibleS3Kinds(): S3Kind[] {
  return [...(minioIsPossible() ? (['minio'] as const) : []), ...(radosgwIsPossible() ? (['radosgw'] as const) : [])];
}

export interface ServerStatus {
  name: string;
  title: string;
  running: boolean;
  pid: number | undefined;
  address: Record<string, string | number>;
}

export function status(dir: string): ServerStatus[] {
  return Object.entries(readState(resolve(dir))).map(([name, entry]) => ({
    name,
    title: kindOf(name).title,
    running: runs(entry),
    pid: entry.processes[0]?.pid,
    address: entry.address,
  }));
}

async function startOne(
  dir: string,
  name: string,
  { throwAway = false, nginx }: Wanted,
  report: (line: string) => void,
): Promise<void> {
  const began = Date.now();
  const kind = kindOf(name);
  const entry = readState(dir)[name];
  if (entry) await stopOne(name, entry);
  const address = await kind.start({
    folder: (account) => serverFolder(dir, name, account),
    before: entry?.address ?? {},
    throwAway,
    nginxConfig: nginx?.config,
    remember: (processes, address) => writeEntry(dir, name, { processes, address, throwAway }),
  });
  report(
    `  ${kind.title}${address.port ? ` on 127.0.0.1:${address.port}` : ''} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
  );
}

/** The server first, then its companions: a broker that lost them would wait for them in vain. */
async function stopOne(name: string, entry: Entry): Promise<void> {
  for (const own of entry.processes) await stopProcess(own, entry.throwAway ? 'SIGKILL' : kindOf(name).stopSignal);
}

function anyS3(dir: string, report: (line: string) => void): S3Kind {
  const before = readState(dir);
  if (before.minio) return 'minio';
  if (before.radosgw) return 'radosgw';
  if (minioIsPossible()) return 'minio';
  report("  no Go here that could build MinIO: Debian's Ceph radosgw is the S3 server");
  return 'radosgw';
}

function isChanged(dir: string, config: string | undefined): boolean {
  return config !== readFileSync(join(dir, 'nginx', 'nginx.conf'), 'utf8');
}

function runs(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.processes.length > 0 && entry.processes.every(isRunning);
}

function kindOf(name: string): ServerKind {
  return kinds[name] as ServerKind;
}
