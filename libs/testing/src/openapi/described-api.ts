/**
 * docs/openapi/openapi.yaml as a measure for real answers: the status is one that the operation lists, the media type as well, the required headers are there, the body fits the schema. Addresses
 * that the document doesn't have (the storage's, health, unknown ones) are no matter of it.
 */
import { readFileSync } from 'node:fs';
import { type AnySchema, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { answerFormats } from './answer-formats.js';
import { pathTemplates } from './path-templates.js';

export interface DescribedOperation {
  method: string;
  path: string;
  operationId: string;
  /** Names of its query parameters. */
  query: string[];
  /** Of its body; none if it has none. */
  mediaTypes: string[];
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: object };
  responses: Record<string, Response>;
}

export interface DescribedAnswer {
  status: number;
  header(name: string): string | null | undefined;
  text: string;
}

interface Response {
  $ref?: string;
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content?: Record<string, { schema?: object }>;
}

export class DescribedApi {
  private readonly document: { paths: Record<string, Record<string, Operation>> };
  private readonly validator = new Validator({ strict: false, formats: answerFormats, allErrors: true });
  private readonly templateOf: (path: string) => string | undefined;

  constructor(file = 'docs/openapi/openapi.yaml') {
    this.document = parse(readFileSync(file, 'utf8'));
    this.validator.addSchema(this.document as AnySchema, 'openapi');
    this.templateOf = pathTemplates(Object.keys(this.document.paths));
  }

  operations(): DescribedOperation[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([key]) => key !== 'servers')
        .map(([method, { operationId, parameters = [], requestBody }]) => ({
          method: method.toUpperCase(),
          path,
          operationId,
          query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
          mediaTypes: Object.keys(requestBody?.content ?? {}),
        })),
    );
  }

  /** @throws {Error} that says what of the answer isn't described, and what the answer was */
  check(method: string, url: string, answer: DescribedAnswer): void {
    const faults = this.faultsOf(method.toLowerCase(), new URL(url, 'http://any.example').pathname, answer);
    if (faults.length === 0) return;
    const lines = faults.map((fault) => `  ${fault}`).join('\n');
    throw new Error(
      `${method} ${url} was answered in a way that docs/openapi/openapi.yaml does not describe:\n${lines}\n${answer.status} ${answer.text.slice(0, 1_000)}`,
    );
  }

  private faultsOf(method: string, path: string, answer: DescribedAnswer): string[] {
    const template = this.templateOf(path);
    const operation = template && this.document.paths[template]![method === 'head' ? 'get' : method];
    if (!operation) return [];
    const pointer = `#/paths/${escaped(template)}/${method === 'head' ? 'get' : method}/responses/${answer.status}`;
    const listed = operation.responses[answer.status];
    if (!listed) return [`status ${answer.status}; it lists ${Object.keys(operation.responses).join(', ')}`];
    const at = listed.$ref ?? pointer;
    const response = this.resolved<Response>(at);
    return [
      ...this.headerFaults(response, at, answer),
      ...(method === 'head' ? [] : this.bodyFaults(response, at, answer)),
    ];
  }

  private headerFaults({ headers = {} }: Response, at: string, answer: DescribedAnswer): string[] {
    return Object.entries(headers).flatMap(([name, header]) => {
      const place = header.$ref ?? `${at}/headers/${escaped(name)}`;
      const { required } = this.resolved<{ required?: boolean }>(place);
      const value = answer.header(name);
      if (value === null || value === undefined) return required ? [`header ${name} is missing`] : [];
      return this.faults(`${place}/schema`, value, `header ${name}`, true);
    });
  }

  private bodyFaults({ content }: Response, at: string, { header, text }: DescribedAnswer): string[] {
    if (!content) return text === '' ? [] : ['a body, where there is none'];
    const type = (header('content-type') ?? '').split(';')[0]!;
    if (!content[type]) return [`media type ${type || 'none'}; it lists ${Object.keys(content).join(', ')}`];
    if (!type.endsWith('json')) return [];
    return this.faults(`${at}/content/${escaped(type)}/schema`, JSON.parse(text), 'body', false);
  }

  private faults(schema: string, value: unknown, name: string, isText: boolean): string[] {
    const isNumber = isText && this.resolved<{ type?: string }>(schema).type === 'integer';
    const $ref = `openapi${schema.replaceAll('{', '%7B').replaceAll('}', '%7D')}`;
    const validate = this.validator.getSchema($ref) ?? this.validator.compile({ $ref });
    if (validate(isNumber ? Number(value) : value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`);
  }

  private resolved<T>(pointer: string): T {
    const keys = pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    // biome-ignore lint/suspicious/noExplicitAny: any part of the document
    return keys.reduce((part: any, key) => part[key], this.document) as T;
  }
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
