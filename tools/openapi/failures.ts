/**
 * Failures have one form a host, so controllers name only those that are their own (404, 409, …); which form it is, and the ones that every address can have, are added here. What an operation
 * doesn't list it doesn't answer: tests and the fuzzer hold it to that.
 */
import type { Operation, Response } from './document.ts';

type Form = 'problem' | 'mailer' | 'page';

const CONTENT: Record<Form, Record<string, unknown>> = {
  problem: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  mailer: { 'application/json': { schema: { $ref: '#/components/schemas/MailerError' } } },
  page: { 'text/html': { schema: { type: 'string' } } },
};

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const FAILURES: Record<string, { name: string; description: string; headers?: string[] }> = {
  400: { name: 'BadRequest', description: 'The request is not valid' },
  401: { name: 'Unauthorized', description: 'No valid credential' },
  403: { name: 'Forbidden', description: 'The credential does not allow this' },
  404: { name: 'NotFound', description: 'There is no such thing' },
  409: { name: 'Conflict', description: 'It contradicts the present state' },
  410: { name: 'Gone', description: 'It was deleted' },
  413: { name: 'TooLarge', description: 'The body is larger than is allowed' },
  414: { name: 'AddressTooLong', description: 'The address is longer than is allowed' },
  415: { name: 'UnsupportedMediaType', description: 'The body is of a media type that is not taken here' },
  429: { name: 'TooManyRequests', description: 'Over the limit; nothing was done', headers: ['Retry-After'] },
  500: { name: 'InternalError', description: 'A failure of ours' },
  503: {
    name: 'Unavailable',
    description: 'Something is away or full; nothing was done',
    headers: ['Retry-After'],
  },
  504: { name: 'NoAnswer', description: 'No answer in time; it may have been carried out' },
};

/** The operation with every failure that it can have. */
export function withFailures(path: string, method: string, operation: Operation): Operation {
  const form = formOf(path);
  const statuses = new Set([...Object.keys(operation.responses), ...commonOf(path, method, operation)]);
  const responses = [...statuses].sort().map((status) => {
    const response = (operation.responses[status] ?? { description: '' }) as Response;
    return [status, Number(status) < 400 ? succeeded(response) : failed(form, status, response)];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

/** What the operations refer to. */
export function failureResponses(): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(FAILURES).flatMap(([status, { name }]) =>
      (Object.keys(CONTENT) as Form[]).map((form) => [form + name, whole(form, status)]),
    ),
  );
}

function commonOf(path: string, method: string, { requestBody, security = [] }: Operation): string[] {
  const everywhere = ['400', '413', '414', '500', '503', '504'];
  // Where no body is wanted, one of another type is refused all the same; POST on the mailer's host is GET by another name.
  const typed = requestBody || (method !== 'get' && formOf(path) !== 'mailer') ? ['415'] : [];
  if (!path.startsWith('/admin/')) return [...everywhere, ...typed];
  const isNamed = path.includes('{');
  return [
    ...everywhere,
    ...typed,
    ...(security.length > 0 ? ['401'] : []),
    ...(isNamed ? ['404'] : []),
    ...(method === 'get' ? [] : ['409']),
  ];
}

function formOf(path: string): Form {
  if (path.startsWith('/accesskey/')) return 'mailer';
  return path.startsWith('/o/') ? 'page' : 'problem';
}

function succeeded(response: Response): Response {
  return {
    ...response,
    description: response.description || 'Done',
    headers: { 'X-Request-Id': header('X-Request-Id'), ...response.headers },
  };
}

function failed(form: Form, status: string, response: Response): Response | { $ref: string } {
  const common = FAILURES[status];
  if (!common) throw new Error(`no words for status ${status}: tools/openapi/failures.ts`);
  const isOwn = Object.keys(response).some((field) => field !== 'description') || response.description;
  if (!isOwn) return { $ref: `#/components/responses/${form}${common.name}` };
  const { headers, content } = whole(form, status);
  return {
    description: response.description || common.description,
    headers: { ...headers, ...response.headers },
    content: response.content ?? content,
  };
}

function whole(form: Form, status: string): Response {
  const { description, headers = [] } = FAILURES[status]!;
  return {
    description,
    headers: Object.fromEntries(['X-Request-Id', ...headers].map((name) => [name, header(name)])),
    content: CONTENT[form],
  };
}
