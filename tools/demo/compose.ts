/** The demo by Docker Compose: the repository's own docker-compose.yml under a project name of its own, with ports and passwords that are made once. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../servers/index.ts';
import { repository } from '../system/build.ts';
import { type Service, services } from '../system/doors.ts';
import type { RunningSystem } from '../system/native.ts';
import { demoFolder } from './profile.ts';

const run = promisify(execFile);
const environmentFile = join(demoFolder, 'compose.env');

/** The arguments that every `docker` call of the demo begins with. */
export const composeArguments = [
  'compose',
  '-p',
  'heed-demo',
  '--env-file',
  environmentFile,
  '-f',
  'docker-compose.yml',
];

export async function startCompose(report: (line: string) => void): Promise<RunningSystem> {
  const environment = await ensureEnvironment();
  report('  docker compose up; the first time it builds the images, which takes minutes');
  await run('docker', [...composeArguments, 'up', '--detach', '--build', '--wait'], {
    cwd: repository,
    maxBuffer: 64 << 20,
  }).catch((error: { stderr?: string }) => {
    throw new Error(`docker compose up failed:\n${(error.stderr ?? '').split('\n').slice(-20).join('\n')}`);
  });
  return systemOf(environment);
}

export const hasCompose = () => existsSync(environmentFile);

type Environment = Record<string, string>;

const published = [
  'BASE',
  'COLLECT',
  'MAILER',
  'STORAGE',
  'AMQP',
  ...services.map((service) => `${service.toUpperCase()}_ADMIN`),
];
const secrets = [
  'POSTGRES_PASSWORD',
  ...services.map((service) => `${service.toUpperCase()}_DATABASE_PASSWORD`),
  'RABBITMQ_PASSWORD',
  'S3_SECRET_KEY',
  'HEED_ADMIN_TOKEN',
];

async function ensureEnvironment(): Promise<Environment> {
  if (existsSync(environmentFile)) {
    const lines = readFileSync(environmentFile, 'utf8').trim().split('\n');
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  }
  const ports = await freePorts(published.length);
  const environment: Environment = Object.fromEntries([
    ...published.map((name, index) => [`HEED_${name}_PORT`, String(ports[index])]),
    ...secrets.map((name) => [name, randomBytes(24).toString('hex')]),
  ]);
  mkdirSync(demoFolder, { recursive: true });
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(environmentFile, lines.join(''), { mode: 0o600 });
  return environment;
}

function systemOf(environment: Environment): RunningSystem {
  const url = (name: string) => `http://127.0.0.1:${environment[`HEED_${name}_PORT`]}`;
  // Workers have no port outside of their network.
  const doors = Object.fromEntries(
    services.map((service) => [service, url(`${service.toUpperCase()}_ADMIN`)]),
  ) as Record<Service, string>;
  return {
    baseUrl: url('BASE'),
    collectUrl: url('COLLECT'),
    mailerUrl: url('MAILER'),
    storageUrl: url('STORAGE'),
    amqpUrl: `amqp://heed:${environment.RABBITMQ_PASSWORD}@127.0.0.1:${environment.HEED_AMQP_PORT}`,
    admin: { ...doors, token: environment.HEED_ADMIN_TOKEN! },
    doors,
  };
}
