/**
 * Our own processes on one machine: every door of every service, and the gateway, for one folder. Servers (PostgreSQL, RabbitMQ, S3) must run already.
 *
 * Order: migrations, then all doors side by side, then the gateway, each step when the one before is ready. What runs as it should is left alone, so starting twice is quick.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess, startServers, status, stopProcess, untilReady } from '../servers/index.ts';
import { samePorts } from '../servers/ports.ts';
import { ensureBuilt, repository } from './build.ts';
import { type Door, doors, type Service, services } from './doors.ts';
import { copySite, gatewayConfiguration } from './gateway.ts';
import { type Instance, logFile, readInstance, runs, writeInstance } from './instance.ts';
import { type Foundation, type PublicAddresses, settingsOf } from './settings.ts';
import { workerMemory } from './worker-memory.ts';

const run = promisify(execFile);

export interface System extends PublicAddresses {
  admin: Record<Service, string> & { token: string };
  /** Where each process answers, workers too, with its health and its metrics. */
  doors: Record<string, string>;
}

export interface StartOptions {
  /** Told in lines what happens. */
  report?: (line: string) => void;
  /** What a door is started with, where that isn't what the settings say: fault runs put themselves in between. */
  environment?: (door: Door, environment: Record<string, string>) => Record<string, string>;
  /** Ports at which the gateway finds services, where those aren't their own. */
  upstreams?: Record<string, number>;
}

export async function startSystem(dir: string, foundation: Foundation, options: StartOptions = {}): Promise<System> {
  const { report = () => {}, environment = (_, settings) => settings, upstreams } = options;
  mkdirSync(join(dir, 'logs'), { recursive: true });
  const built = await ensureBuilt(report);
  const instance = readInstance(dir);
  await choosePorts(dir, instance);
  const environments = environmentsOf(instance, foundation);
  const environmentOf = (door: Door) =>
    environment(door, { ...environments[door.service], ...(isImporter(door) && workerMemory) });
  const stampOf = (door: Door) => stamp(built, JSON.stringify(environmentOf(door)), String(instance.ports[door.name]));

  const due = doors.filter(
    (door) => !runs(instance.processes[door.name]) || instance.processes[door.name]!.stamp !== stampOf(door),
  );
  if (due.length > 0) {
    await stopAll(
      instance,
      due.map(({ name }) => name),
    );
    await timed(report, 'databases are up to date', () =>
      Promise.all(services.map((service) => migrate(dir, service, environments[service]))),
    );
    await timed(report, `${due.length} service processes are ready`, () =>
      Promise.all(due.map((door) => startDoor(dir, instance, door, environmentOf(door), stampOf(door)))),
    );
  }
  const site = copySite(dir);
  await startServers({
    dir,
    nginx: { config: gatewayConfiguration({ ...instance.ports, ...upstreams }, site) },
    report,
  });
  return systemOf(instance);
}

/** Ends the doors, which finish what they have in hand; the gateway answers 503 meanwhile, until it is stopped with the servers. @returns how many ran */
export async function stopDoors(dir: string): Promise<number> {
  const instance = readInstance(dir);
  return stopAll(
    instance,
    doors.map(({ name }) => name),
  );
}

/** Ends one door at once, with nothing in hand finished. */
export async function killDoor(dir: string, name: string): Promise<void> {
  const running = readInstance(dir).processes[name];
  if (runs(running)) await stopProcess(running.process, 'SIGKILL');
}

function systemOf({ ports, adminToken }: Instance): System {
  const at = Object.fromEntries(doors.map(({ name }) => [name, `http://127.0.0.1:${ports[name]}`]));
  const admin = Object.fromEntries(services.map((service) => [service, at[service]])) as Record<Service, string>;
  return { ...addressesOf(ports), admin: { ...admin, token: adminToken }, doors: at };
}

function addressesOf(ports: Record<string, number>): PublicAddresses {
  return {
    baseUrl: `http://127.0.0.1:${ports.base}`,
    collectUrl: `http://127.0.0.1:${ports['collect-public']}`,
    mailerUrl: `http://127.0.0.1:${ports['mailer-public']}`,
  };
}

/** Ports of the last time, so that addresses stay; one that somebody else has taken meanwhile is replaced. */
async function choosePorts(dir: string, instance: Instance): Promise<void> {
  const gateway = status(dir).some(({ name, running }) => name === 'nginx' && running);
  const names = ['base', 'collect-public', 'mailer-public', ...doors.map(({ name }) => name)];
  const free = names.filter((name) =>
    name in instance.processes ? !runs(instance.processes[name]) : !gateway || !instance.ports[name],
  );
  const ports = await samePorts(free.map((name) => instance.ports[name]));
  free.forEach((name, index) => {
    instance.ports[name] = ports[index]!;
  });
  writeInstance(dir, instance);
}

function environmentsOf({ ports, adminToken }: Instance, foundation: Foundation) {
  const of = (service: Service) => settingsOf(service, foundation, addressesOf(ports), adminToken);
  return Object.fromEntries(services.map((service) => [service, of(service)])) as Record<
    Service,
    Record<string, string>
  >;
}

async function migrate(dir: string, service: Service, env: Record<string, string>): Promise<void> {
  const { PATH = '' } = process.env;
  await run(process.execPath, [program(service, 'migrate')], { cwd: dir, env: { PATH, ...env } }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`The migrations of ${service} failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    },
  );
}

async function startDoor(dir: string, instance: Instance, door: Door, env: Record<string, string>, stamp: string) {
  const port = instance.ports[door.name]!;
  const log = logFile(dir, door.name);
  const process_ = await startProcess({
    command: process.execPath,
    args: ['--enable-source-maps', program(door.service, door.file)],
    cwd: dir,
    env: { ...env, HEED_PORT: String(port) },
    logFile: log,
  });
  instance.processes[door.name] = { process: process_, port, stamp };
  writeInstance(dir, instance);
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  await untilReady(door.name, process_, log, 60_000, ready);
}

async function stopAll(instance: Instance, names: string[]): Promise<number> {
  const running = names.map((name) => instance.processes[name]).filter(runs);
  await Promise.all(running.map(({ process }) => stopProcess(process, 'SIGTERM', 30_000)));
  return running.length;
}

const isImporter = ({ service, file }: Door) => service === 'optout' && file === 'worker';

const program = (service: Service, file: string) => join(repository, 'dist', 'apps', service, 'src', `${file}.js`);

const stamp = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

async function timed<T>(report: (line: string) => void, what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  report(`  ${what} (${((performance.now() - began) / 1_000).toFixed(1)} s)`);
  return result;
}
