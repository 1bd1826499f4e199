/**
 * Writes docs/openapi/openapi.yaml, one document of all services, from their controllers (`--check`: only says whether it is up to date). Needs a build; starts and connects nothing.
 */
import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
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

  HEED_MAILER_URL: ANY,
  HEED_ADMIN_TOKENS: 'any:0123456789abcdef',
  HEED_DATABASE_URL: 'postgres://any.example/any',
  HEED_AMQP_URL: 'amqp://any.example',
  HEED_S3_ENDPOINT: ANY,
  HEED_S3_PUBLIC_URL: ANY,
  HEED_S3_ACCESS_KEY: 'any',
  HEED_S3_SECRET_KEY: 'any',
};

const FAILURES = {
  Problem: {
    type: 'object',
    description: 'RFC 9457 Problem Details with extensions',
    required: ['type', 'status', 'title', 'detail', 'code'],
    additionalProperties: false,
    properties: {
      type: { type: 'string', format: 'uri' },
      status: { type: 'integer' },
      title: { type: 'string' },
      detail: { type: 'string' },
      code: { type: 'string' },
      instance: { type: 'string', format: 'uri-reference' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['detail'],
          additionalProperties: false,
          properties: {
            detail: { type: 'string' },
            pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) to the value of the body at fault' },
            parameter: { type: 'string', description: 'The query or path parameter at fault' },
          },
        },
      },
    },
  },
  MailerError: {
    type: 'object',
    required: ['result', 'error_code', 'error'],
    additionalProperties: false,
    properties: {
      result: { type: 'string', const: 'error' },
      error_code: { type: 'string' },
      error: { type: 'string' },
      help: { type: 'string' },
    },
  },
};

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const { loadConfig } = await import(`${'../dist/libs/config/src/index.js'}`);
const { openApiDocument, problemDetails } = await import(`${'../dist/libs/http/src/index.js'}`);

const documents = new Map<string, Document>();
for (const [service, server] of Object.entries(SERVERS)) documents.set(service, await documentOf(service, server));
const document = merged(distinct(documents));
const { valid, errors } = await new Validator().validate(structuredClone(document));
if (!valid) throw new Error(`not a valid OpenAPI document: ${JSON.stringify(errors)}`);
const unknownSchemes = securitySchemesUsed(document).filter((name) => !document.components.securitySchemes?.[name]);
if (unknownSchemes.length > 0) throw new Error(`security schemes that are nowhere described: ${unknownSchemes}`);
await generated('docs/openapi/openapi.yaml', stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }));

async function documentOf(service: string, server: { url: string }): Promise<Document> {
  const { [`${service}Config`]: settings } = await import(`../dist/apps/${service}/src/config.js`);
  const { AppModule } = await import(`../dist/apps/${service}/src/app.module.js`);
  const config = loadConfig(settings, environment);
  const options = { name: service, module: AppModule.with(config), errorFormat: problemDetails(ANY, 'deploy'), config };
  const document: Document = await openApiDocument(options, version);
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    { ...withFailures(path, item), servers: [path.startsWith('/admin/') ? adminServer(service) : server] },
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function securitySchemesUsed({ paths }: Document): string[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item)) as { security?: object[] }[];
  return [...new Set(operations.flatMap(({ security = [] }) => security.flatMap((scheme) => Object.keys(scheme))))];
}

function adminServer(service: string) {
  return { url: `{${service}_admin_url}`, description: `Admin API of ${service}, inside alone` };
}

/** Schemas of the admin APIs may be named alike in several services; those are called by their service then. */
function distinct(documents: Map<string, Document>): Document[] {
  const names = [...documents.values()].flatMap((document) => Object.keys(document.components.schemas ?? {}));
  const shared = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return [...documents].map(([service, document]) => {
    const nameOf = (name: string) => (shared.has(name) ? service[0]!.toUpperCase() + service.slice(1) + name : name);
    const text = JSON.stringify(document).replaceAll(
      /"#\/components\/schemas\/(\w+)"/g,
      (_, name) => `"#/components/schemas/${nameOf(name)}"`,
    );
    return JSON.parse(text, (key, value) =>
      key === 'schemas'
        ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [nameOf(name), schema]))
        : value,
    );
  });
}

/** Failures have one form a host. */
function withFailures(path: string, item: Record<string, unknown>): Record<string, unknown> {
  const failure = path.startsWith('/accesskey/')
    ? {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/MailerError' } } },
      }
    : path.startsWith('/o/')
      ? { description: 'Failure, as a page', content: { 'text/html': { schema: { type: 'string' } } } }
      : {
          description: 'Failure',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        };
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      const { responses, ...rest } = operation as { responses: object };
      return [method, { ...rest, responses: { ...responses, '4XX': failure, '5XX': failure } }];
    }),
  );
}

function merged(documents: Document[]): Document {
  const [first] = documents as [Document];
  const schemas: Record<string, unknown> = { ...FAILURES };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const document of documents) {
    for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
      schemas[name] = schema;
    }
    for (const [path, item] of Object.entries(document.paths)) {
      if (paths[path] && !path.startsWith('/admin/')) throw new Error(`two services have the route ${path}`);
      paths[path] = paths[path] ? (together(paths[path], item) as Record<string, unknown>) : item;
    }
  }
  return { ...first, paths, components: { ...first.components, schemas } };
}

/** One address that several services have, each for its own part: the schemas become alternatives, everything else is the first one's. */
function together(first: unknown, second: unknown, key = ''): unknown {
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
