/**
 * RabbitMQ, Debian's package, as a single node of its own: own node name, ports, cookie and data. The programs are called where the
 * package keeps them: Debian's wrappers on the PATH change to user rabbitmq and leave our folder.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'amqplib';
import { accountOf } from './accounts.ts';
import { samePorts } from './ports.ts';
import { startProcess, untilReady } from './processes.ts';
import type { Launch, ServerKind } from './server-kind.ts';

const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';

export interface RabbitAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  /** AMQP, to the virtual host `/`. */
  url: string;
  /** The management interface: web page and HTTP API, for the same user. */
  managementUrl: string;
}

export const rabbitmq: ServerKind = {
  title: 'RabbitMQ',
  requirement: {
    title: 'RabbitMQ',
    packages: ['rabbitmq-server'],
    units: ['rabbitmq-server.service', 'epmd.socket', 'epmd.service'],
    isMet: () => existsSync(SERVER),
  },
  stopSignal: 'SIGTERM',
  start,
};

async function start({ folder, before, remember }: Launch) {
  const account = accountOf('rabbitmq');
  const home = folder(account);
  const user = 'heed';
  const password = String(before.password ?? randomBytes(16).toString('hex'));
  const ports = await samePorts([before.port, before.managementPort, before.distPort, before.epmdPort] as (
    | number
    | undefined
  )[]);
  const [port, managementPort, distPort, epmdPort] = ports as [number, number, number, number];
  const address = {
    host: '127.0.0.1',
    port,
    user,
    password,
    url: `amqp://${user}:${password}@127.0.0.1:${port}`,
    managementUrl: `http://127.0.0.1:${managementPort}`,
    managementPort,
    distPort,
    epmdPort,
  };
  writeFileSync(join(home, 'rabbitmq.conf'), settings(address), { mode: 0o644 });
  writeFileSync(join(home, 'enabled_plugins'), '[rabbitmq_management].\n');
  const logFile = join(home, 'rabbitmq.log');
  const epmd = await startProcess({
    command: 'epmd',
    args: ['-port', String(epmdPort), '-address', '127.0.0.1'],
    cwd: home,
    env: { HOME: home },
    logFile,
    account,
  });
  remember([epmd], address);
  const own = await startProcess({
    command: SERVER,
    cwd: home,
    logFile,
    account,
    env: {
      HOME: home, // the Erlang cookie's place
      RUNNING_UNDER_SYSTEMD: '1', // the script then becomes the broker, instead of standing beside it
      RABBITMQ_NODENAME: 'heed@localhost',
      RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
      RABBITMQ_NODE_PORT: String(port),
      RABBITMQ_DIST_PORT: String(distPort),
      ERL_EPMD_PORT: String(epmdPort),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      RABBITMQ_BASE: home,
      RABBITMQ_MNESIA_BASE: join(home, 'mnesia'),
      RABBITMQ_LOG_BASE: home,
      RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
      RABBITMQ_PID_FILE: join(home, 'rabbit.pid'),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
        '+S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1}',
    },
  });
  remember([own, epmd], address);
  await untilReady(
    'RabbitMQ',
    own,
    logFile,
    90_000,
    async () => (await answers(address.url)) && (await managementAnswers(address)),
  );
  return address;
}

function settings({
  port,
  managementPort,
  user,
  password,
}: {
  port: number;
  managementPort: number;
  user: string;
  password: string;
}) {
  return [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    'management.tcp.ip = 127.0.0.1',
    `management.tcp.port = ${managementPort}`,
    `default_user = ${user}`,
    `default_pass = ${password}`,
    'vm_memory_high_watermark.absolute = 1GB',
    'disk_free_limit.absolute = 1GB',
    'log.console = true',
    'log.console.level = info',
    'log.file = false',
    '',
  ].join('\n');
}

async function answers(url: string): Promise<boolean> {
  const connection = await connect(url, { recovery: false, timeout: 2_000 } as never);
  await connection.close();
  return true;
}

async function managementAnswers({ managementUrl, user, password }: RabbitAddress): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const answer = await fetch(`${managementUrl}/api/whoami`, {
    headers: { authorization },
    signal: AbortSignal.timeout(2_000),
  });
  return answer.ok;
}
