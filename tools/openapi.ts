/**
 * Writes docs/openapi/openapi.yaml, one document of all services, from their controllers (`--check`: only says whether it is up to date). Needs a build; starts and connects nothing.
 */
import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { generated } from './generated.ts';

interface Document {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas?: Record<string, unknown>; securitySchemes?: Record<string, unknown> };
  [field: string]: unknown;
}

/** Where each service is reached from outside; the admin APIs are inside alone. */
const SERVERS: Record<string, { url: string; description: string }> = {
  deploy: { url: '{base_url}', description: 'Deploy API and opt-out lists' },
  optout: { url: '{base_url}', description: 'Deploy API and opt-out lists' },
  collect: { url: '{collect_url}', description: 'Collection of single opt-outs, opt-out links' },
  mailer: { url: '{mailer_url}', description: 'Suppression files for mailers' },
};

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

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const { loadConfig } = await import(`${'../dist/libs/config/src/index.js'}`);
const { openApiDocument, problemDetails } = await import(`${'../dist/libs/http/src/index.js'}`);

const documents = [];
for (const [service, server] of Object.entries(SERVERS)) documents.push(await documentOf(service, server));
await generated(
  'docs/openapi/openapi.yaml',
  stringify(merged(documents), { lineWidth: 0, aliasDuplicateObjects: false }),
);

async function documentOf(service: string, server: { url: string }): Promise<Document> {
  const { [`${service}Config`]: settings } = await import(`../dist/apps/${service}/src/config.js`);
  const { AppModule } = await import(`../dist/apps/${service}/src/app.module.js`);
  const config = loadConfig(settings, environment);
  const options = { name: service, module: AppModule.with(config), errorFormat: problemDetails(ANY, 'deploy'), config };
  const document: Document = await openApiDocument(options, version);
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    { ...item, servers: [path.startsWith('/admin/') ? adminServer(service) : server] },
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function adminServer(service: string) {
  return { url: `{${service}_admin_url}`, description: `Admin API of ${service}, inside alone` };
}

function merged(documents: Document[]): Document {
  const [first] = documents as [Document];
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const document of documents) {
    for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
      if (schemas[name] && JSON.stringify(schemas[name]) !== JSON.stringify(schema))
        throw new Error(`two services have different schemas named ${name}`);
      schemas[name] = schema;
    }
    for (const [path, item] of Object.entries(document.paths)) {
      if (paths[path] && !path.startsWith('/admin/')) throw new Error(`two services have the route ${path}`);
      paths[path] = paths[path] ? together(paths[path], item) : item;
    }
  }
  return { ...first, paths, components: { ...first.components, schemas } };
}

/** One address that several services have, each for its own part: the schemas become alternatives, everything else is the first one's. */
function together(first: unknown, second: unknown, key = ''): any {
  if (key === 'servers') return [...(first as []), ...(second as [])];
  if (key === 'schema')
    return JSON.stringify(first) === JSON.stringify(second)
      ? first
      : { oneOf: [...alternatives(first), ...alternatives(second)] };
  if (!isObject(first) || !isObject(second)) return first;
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...keys].map((name) => [
      name,
      name in first && name in second ? together(first[name], second[name], name) : (first[name] ?? second[name]),
    ]),
  );
}

function alternatives(schema: unknown): unknown[] {
  return isObject(schema) && Array.isArray(schema.oneOf) ? schema.oneOf : [schema];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
