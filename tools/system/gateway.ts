import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountOf, serverFolder } from '../servers/accounts.ts';
import { ensureInstalled } from '../servers/packages.ts';
import { startProcess, untilReady } from '../servers/processes.ts';
import { repository } from './build.ts';
import { type Instance, logFile, type Running } from './instance.ts';
import { docsUrl } from './settings.ts';

const programs = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];
const nginx = () => programs.find((path) => existsSync(path));

export function ensureGatewayInstalled(report: (line: string) => void): Promise<void> {
  const isMet = () => nginx() !== undefined;
  return ensureInstalled([{ title: 'nginx', packages: ['nginx-light'], units: ['nginx'], isMet }], report);
}

/** nginx in the foreground of its own session, by the configuration that containers use as well, filled in with loopback ports. */
export async function startGateway(dir: string, instance: Instance, stamp: string): Promise<Running> {
  const account = accountOf('www-data', 'nobody');
  const folder = serverFolder(dir, 'gateway', account);
  const configuration = join(folder, 'nginx.conf');
  const errors = logFile(dir, 'gateway');
  writeFileSync(configuration, filledIn(folder, instance.ports), { mode: 0o644 });
  const process = await startProcess({
    command: nginx()!,
    args: ['-c', configuration, '-e', 'stderr', '-g', 'daemon off;'],
    cwd: folder,
    logFile: errors,
    account,
  });
  const port = instance.ports.base!;
  await untilReady(
    'The gateway',
    process,
    errors,
    10_000,
    async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 404,
  );
  return { process, port, stamp };
}

export const gatewayTemplate = () => readFileSync(join(repository, 'gateway', 'nginx.conf.template'), 'utf8');

function filledIn(folder: string, ports: Record<string, number>): string {
  const loopback = (name: string) => `127.0.0.1:${ports[name]}`;
  const values: Record<string, string> = {
    HEED_GATEWAY_FOLDER: folder,
    HEED_GATEWAY_ERROR_LOG: 'stderr',
    HEED_GATEWAY_ACCESS_LOG: join(folder, 'access.log'),
    HEED_BASE_LISTEN: loopback('base'),
    HEED_COLLECT_LISTEN: loopback('collect-public'),
    HEED_MAILER_LISTEN: loopback('mailer-public'),
    HEED_BASE_SERVER_NAME: '_',
    HEED_COLLECT_SERVER_NAME: '_',
    HEED_MAILER_SERVER_NAME: '_',
    HEED_DEPLOY_UPSTREAM: loopback('deploy'),
    HEED_OPTOUT_UPSTREAM: loopback('optout'),
    HEED_COLLECT_UPSTREAM: loopback('collect'),
    HEED_MAILER_UPSTREAM: loopback('mailer'),
    HEED_DOCS_URL: docsUrl,
  };
  return gatewayTemplate().replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`gateway/nginx.conf.template names ${name}, which nobody fills in`);
    return value;
  });
}
