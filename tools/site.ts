/**
 * Writes docs/site, the pages that the gateway serves under /docs/, from the OpenAPI document, the AsyncAPI document and the catalogue of errors (`--check`: only says whether they are up to
 * date). Needs a build, and those two documents.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { generated } from './generated.ts';
import { apiPage } from './site/api-page.ts';
import { errorsPage } from './site/errors-page.ts';
import { eventsPage } from './site/events-page.ts';
import { indexPage } from './site/index-page.ts';
import { type Page, renderPage } from './site/page.ts';

const { errorCodes } = await import(`${'../dist/libs/contracts/src/index.js'}`);
const text = (file: string) => readFileSync(file, 'utf8');
const [openapi, asyncapi] = [text('docs/openapi/openapi.yaml'), text('docs/asyncapi/asyncapi.yaml')];

const pages: Record<string, Page> = {
  index: indexPage(JSON.parse(text('package.json')).version),
  api: apiPage(parse(openapi)),
  events: eventsPage(parse(asyncapi)),
  ...Object.fromEntries(Object.keys(errorCodes).map((area) => [`${area}/error-codes`, errorsPage(errorCodes, area)])),
};
const files: Record<string, string> = {
  ...Object.fromEntries(Object.entries(pages).map(([path, page]) => [`${path}.html`, renderPage(page)])),
  'style.css': text('tools/site/style.css'),
  'openapi.yaml': openapi,
  'asyncapi.yaml': asyncapi,
};

for (const area of Object.keys(errorCodes)) mkdirSync(`docs/site/${area}`, { recursive: true });
for (const [path, content] of Object.entries(files)) await generated(`docs/site/${path}`, content);
