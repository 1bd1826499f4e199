/**
 * The documents that the fuzzer reads: the operations of one target, as docs/openapi has them, and narrowed to what this installation has. Only of a narrowed one can it be said that a valid
 * request must be accepted: no schema knows which brands there are, or that an end is not before its beginning.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Known } from './known.ts';
import type { Target } from './targets.ts';

interface Parameter {
  name: string;
  schema: object;
}
type Operation = { parameters?: Parameter[] } | object[];
interface Document {
  paths: Record<string, { servers: { variables: object }[]; [method: string]: Operation }>;
  components: { schemas: Record<string, { properties: Record<string, object>; [keyword: string]: unknown }> };
}

export function documentOf(target: Target): Document {
  const document: Document = parse(readFileSync('docs/openapi/openapi.yaml', 'utf8'));
  const paths = Object.entries(document.paths).filter(([path, { servers }]) =>
    target.has(
      path,
      servers.flatMap(({ variables }) => Object.keys(variables)),
    ),
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

/** @param turn which of the filters by name brands are listed with: a request may have one of them */
export function narrowed(document: Document, known: Known, turn: number): Document {
  const narrow: Document = structuredClone(document);
  const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
  const parameters: Record<string, object> = {
    emailMd5: oneOf(...known.emailMd5s, ...known.emailMd5s.map((md5) => md5.toUpperCase())),
    brandId: oneOf(...known.brandIds),
    reference: oneOf(known.importReference),
    linkKey: oneOf(known.linkKey),
    key: oneOf(known.accessKey),
    token: oneOf(known.mailerToken),
    dcma: oneOf(known.dcma),
  };
  for (const item of Object.values(narrow.paths)) {
    for (const operation of Object.values(item)) {
      if (!('parameters' in operation) || !operation.parameters) continue;
      for (const parameter of operation.parameters) parameter.schema = parameters[parameter.name] ?? parameter.schema;
      operation.parameters = oneFilterByName(operation.parameters, turn);
    }
  }

  const email = { type: 'string', format: 'idn-email', maxLength: 254 };
  const attributes = (...more: object[]) => ({
    type: 'object',
    properties: {
      firstName: { anyOf: [{ type: 'string', minLength: 1, maxLength: 4_096 }, ...more] },
      workEmail: { anyOf: [email, ...more] },
    },
    additionalProperties: false,
  });
  const brandIds = { type: 'array', items: oneOf(...known.brandIds) };
  const change = (schema: string, properties: Record<string, object>) =>
    Object.assign(narrow.components.schemas[schema]!.properties, properties);
  change('CreateContactDto', { brandIds, attributes: attributes() });
  change('PatchContactDto', { attributes: attributes({ type: 'null' }) });
  change('SubscribeDto', { brandIds: { ...brandIds, minItems: 1 } });
  change('PrepareUploadDto', { optoutListId: oneOf(...known.emailListIds, ...known.smsListIds) });
  change('PrepareDownloadDto', {
    optoutListId: oneOf(...known.emailListIds),
    // A schema can't count bytes: 64 of them are 16 characters or more.
    metadataFilter: { type: 'string', maxLength: 16 },
    domainFilter: oneOf('example.com', 'example.com, co.uk', ' пример.рф'),
  });
  change('DateRangeDto', { from: oneOf('2024-02-29', '2026-01-01'), to: oneOf('2026-01-01', '2026-12-31') });
  change('CollectEmailBody', { optoutListId: oneOf(...known.emailListIds) });
  change('CollectSmsBody', {
    optoutListId: oneOf(...known.smsListIds),
    sms: oneOf('+1 202 555 0123', '(202) 555-0147'),
  });
  return narrow;
}

function oneFilterByName(parameters: Parameter[], turn: number): Parameter[] {
  const filters = parameters.filter(({ name }) => /^name(\[|$)/.test(name));
  const kept = filters[turn % filters.length];
  return parameters.filter((parameter) => !filters.includes(parameter) || parameter === kept);
}
