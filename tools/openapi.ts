/**
 * Writes docs/openapi/openapi.yaml, one document of all services, from their controllers (`--check`: only says whether it is up to date). Needs a build; starts and connects nothing.
 */
import { Validator } from '@seriousme/openapi-schema-validator';
import { stringify } from 'yaml';
import { generated } from './generated.ts';
import type { Document } from './openapi/document.ts';
import { failureResponses } from './openapi/failures.ts';
import { distinct, merged } from './openapi/merge.ts';
import { publicServers } from './openapi/servers.ts';
import { serviceDocument } from './openapi/service-document.ts';
import { sharedHeaders, sharedSchemas } from './openapi/shared-components.ts';
import { tags } from './openapi/tags.ts';

const { errorCodes } = await import(`${'../dist/libs/contracts/src/index.js'}`);

const documents = new Map<string, Document>();
for (const [service, server] of Object.entries(publicServers))
  documents.set(service, await serviceDocument(service, server));
const { servers: _none, ...all } = merged(distinct(documents));
const { schemas, ...components } = all.components;
const document: Document = {
  ...all,
  tags,
  components: {
    ...components,
    headers: sharedHeaders,
    responses: used(failureResponses()),
    schemas: { ...sharedSchemas(errorCodes), ...schemas },
  },
};
check(document, await new Validator().validate(structuredClone(document)));
await generated('docs/openapi/openapi.yaml', stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }));

/** Of the responses, those that some operation refers to. */
function used(responses: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(all.paths);
  return Object.fromEntries(
    Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`)),
  );
}

function check({ paths, components }: Document, { valid, errors }: { valid: boolean; errors?: unknown }): void {
  if (!valid) throw new Error(`not a valid OpenAPI document: ${JSON.stringify(errors)}`);
  const operations = Object.values(paths).flatMap((item) => Object.values(item)) as {
    security?: object[];
    tags?: string[];
  }[];
  const schemes = operations.flatMap(({ security = [] }) => security.flatMap((scheme) => Object.keys(scheme)));
  const unknown = schemes.filter((name) => !components.securitySchemes?.[name]);
  const untold = operations
    .flatMap(({ tags: named = [] }) => named)
    .filter((name) => !tags.some((tag) => tag.name === name));
  const nowhere = [...new Set([...unknown, ...untold])];
  if (nowhere.length > 0) throw new Error(`security schemes or tags that are nowhere described: ${nowhere}`);
}
