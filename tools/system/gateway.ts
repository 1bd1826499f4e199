/** nginx by the configuration that containers use as well, filled in with loopback ports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './build.ts';
import { docsUrl } from './settings.ts';

export function gatewayConfiguration(ports: Record<string, number>): string {
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
    HEED_DOCS_URL: docsUrl,
  };
  const template = readFileSync(join(repository, 'gateway', 'nginx.conf.template'), 'utf8');
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`gateway/nginx.conf.template names ${name}, which nobody fills in`);
    return value;
  });
}
