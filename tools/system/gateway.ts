/** nginx by the configuration that containers use as well, filled in with loopback ports. */
import { chmodSync, cpSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './build.ts';
import { docsUrl } from './settings.ts';

/** The pages that it serves, where nginx can read them: it runs as somebody else. @returns the folder that has `docs/` */
export function copySite(dir: string): string {
  const site = join(dir, 'site');
  rmSync(site, { recursive: true, force: true });
  cpSync(join(repository, 'docs', 'site'), join(site, 'docs'), { recursive: true });
  for (const path of [site, ...globSync(join(site, '**'))])
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  return site;
}

/** @param site the folder that has `docs/`, readable to nginx */
export function gatewayConfiguration(ports: Record<string, number>, site: string): string {
  const loopback = (name: string) => `127.0.0.1:${ports[name]}`;
  const values: Record<string, string> = {
    HEED_GATEWAY_ERROR_LOG: 'stderr',
    HEED_GATEWAY_ACCESS_LOG: 'access.log',
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
    HEED_DOCS_URL: docsUrl(`http://${loopback('base')}`),
    HEED_GATEWAY_SITE: site,
  };
  const template = readFileSync(join(repository, 'gateway', 'nginx.conf.template'), 'utf8');
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`gateway/nginx.conf.template names ${name}, which nobody fills in`);
    return value;
  });
}
