/** The document of one service, read off its controllers. Starts and connects nothing. */
import { readFileSync } from 'node:fs';
import type { Document, Operation } from './document.ts';
import { withFailures } from './failures.ts';
import { adminServer, type Server } from './servers.ts';

/** Values for required settings: documents are made without any server. */
const ANY = 'http://any.example';
const environment = {
  HEED_LOG_LEVEL: 'fatal',
  HEED_DOCS_URL: ANY,
  HEED_BASE_URL: ANY,
  HEED_COLLECT_URL: ANY,
  HEED_MAILER_URL: ANY,
  HEED_ADMIN_TOKENS: 'any:0123456789abcdef',
  HEED_DATABASE_URL: 'postgres://any.example/any',
  HEED_AMQP_URL: 'amqp://any.example',
  HEED_S3_ENDPOINT: ANY,
  HEED_S3_PUBLIC_URL: ANY,
  HEED_S3_ACCESS_KEY: 'any',
  HEED_S3_SECRET_KEY: 'any',
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { loadConfig } = await import(`${'../../dist/libs/config/src/index.js'}`);
const { openApiDocument, problemDetails } = await import(`${'../../dist/libs/http/src/index.js'}`);

export async function serviceDocument(service: string, server: Server): Promise<Document> {
  const { [`${service}Config`]: settings } = await import(`../../dist/apps/${service}/src/config.js`);
  const { AppModule } = await import(`../../dist/apps/${service}/src/app.module.js`);
  const config = loadConfig(settings, environment);
  const options = { name: service, module: AppModule.with(config), errorFormat: problemDetails(ANY, 'deploy'), config };
  const document: Document = await openApiDocument(options, version);
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => [
      method,
      withFailures(path, method, operation as Operation),
    ]);
    const servers = [path.startsWith('/admin/') ? adminServer(service) : server];
    return [path, { ...Object.fromEntries(operations), servers }];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
