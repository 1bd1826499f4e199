/** The OpenAPI document for people: one page, by chapter, with the schemas behind it. */
import { type Html, html, prose } from './html.ts';
import type { Page } from './page.ts';
import { fieldsOf, remarks, type Schema, typeOf } from './schema-view.ts';

interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, Schema & { $ref?: string; schema?: Schema }>;
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  operationId: string;
  summary?: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}
export interface ApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation> & { servers: { url: string }[] }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, { description: string; in?: string; name?: string }>;
  };
}
interface Route {
  method: string;
  path: string;
  server: string;
  operation: Operation;
}

export function apiPage(document: ApiDocument): Page {
  const routes = routesOf(document);
  const chapters = document.tags.map((tag) => ({
    ...tag,
    routes: routes.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return {
    title: 'API',
    contents: chapters.map(({ name, routes }) => ({
      title: titled(name),
      entries: routes.map(({ method, path, operation }) => ({
        href: `#${operation.operationId}`,
        title: operation.summary ?? `${method} ${path}`,
      })),
    })),
    body: [
      html`<p>For programs: <a href="openapi.yaml">openapi.yaml</a> (OpenAPI 3.1). What failures mean is in the <a href="deploy/error-codes">error catalogue</a>.</p>`,
      ...chapters.map(
        ({ name, description, routes }) => html`
<section><h2>${titled(name)}</h2><p>${prose(description)}.</p>${routes.map((route) => routeView(route, document))}</section>`,
      ),
      html`
<section><h2>Schemas</h2>${Object.entries(document.components.schemas).map(
        ([name, schema]) => html`
<article id="schema-${name}"><h3>${name}</h3>${schema.description && html`<p>${prose(schema.description)}</p>`}${fieldsOf(schema) ?? html`<p>${typeOf(schema)}</p>`}</article>`,
      )}</section>`,
    ],
  };
}

function routesOf({ paths }: ApiDocument): Route[] {
  return Object.entries(paths).flatMap(([path, { servers, ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      server: servers.map(({ url }) => url).join(', '),
      operation: operation as Operation,
    })),
  );
}

function routeView({ method, path, server, operation }: Route, document: ApiDocument): Html {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  return html`
<article id="${operationId}"><h3>${summary ?? operationId}</h3>
<p class="route"><b>${method}</b> <code>${path}</code></p>
<p class="quiet">At ${server}${credentials(operation, document)}</p>
${
  parameters.length > 0 &&
  html`<table><thead><tr><th>Parameter</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${parameters.map(
    (parameter) => html`
<tr><th scope="row"><code>${parameter.name}</code> ${parameter.in}${parameter.required && html` <em>required</em>`}</th><td>${typeOf(parameter.schema)}</td><td>${remarks({ ...parameter.schema, description: parameter.description })}</td></tr>`,
  )}
</tbody></table>`
}
${
  requestBody &&
  html`<p>Body: ${Object.entries(requestBody.content).map(
    ([type, { schema }], i) => html`${i > 0 && ', or '}<code>${type}</code> ${typeOf(schema)}`,
  )}</p>`
}
<table><thead><tr><th>Status</th><th>Meaning</th><th>Body</th></tr></thead><tbody>${Object.entries(responses).map(
    ([status, response]) => responseRow(status, response, document),
  )}
</tbody></table></article>`;
}

function responseRow(status: string, response: Response, { components }: ApiDocument): Html {
  const {
    description,
    content = {},
    headers = {},
  } = response.$ref ? components.responses[response.$ref.split('/').at(-1)!]! : response;
  const named = Object.keys(headers).filter((name) => name !== 'X-Request-Id');
  return html`
<tr><th scope="row">${status}</th><td>${prose(description)}${named.length > 0 && html` <span class="quiet">Header ${named.join(', ')}</span>`}</td><td>${Object.entries(
    content,
  ).map(
    ([type, { schema }]) =>
      html`<code>${type}</code> ${schema?.$ref || schema?.oneOf || schema?.anyOf ? typeOf(schema) : ''}`,
  )}</td></tr>`;
}

function credentials({ security = [] }: Operation, { components }: ApiDocument): string {
  const ways = security
    .flatMap((scheme) => Object.keys(scheme))
    .map((name) => {
      const { description, in: place, name: header } = components.securitySchemes[name]!;
      return `${description} in the header ${place === 'header' ? header : 'Authorization: Bearer'}`;
    });
  return ways.length > 0 ? ` · ${ways.join(', or ')}` : '';
}

function titled(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}
