import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { firstErrors } from '../errors/first-errors.js';
import { type FieldError, invalidRequest } from '../errors/problem.js';
import { type QueryParameters, queryFaults } from './query-parameters.js';
import { parseStrictJson } from './strict-json.js';

const CONSUMES = Symbol('media types of the body');
const LOOSE = Symbol('the route reads its request itself');

/** The media types that the route takes instead of application/json alone; all of them are JSON. */
export const Consumes = (...types: string[]) => SetMetadata(CONSUMES, types);

/**
 * The route reads `rawBody` and the query by itself: unknown and repeated query parameters are fine (the last of a repeated one counts), the body may be of any type. For links that go
 * through mail clients and trackers.
 */
export const LooseRequest = () => SetMetadata(LOOSE, true);

/** Nest's own numbers for `@Body()` and `@Query()` in the metadata of a handler's parameters. */
const [BODY, QUERY] = [3, 4];

/** What is declared of a handler. */
interface Declared {
  loose: boolean;
  types: string[];
  takesBody: boolean;
  takesQuery: boolean;
}

/** Checks a request's form after all other guards and before the pipes, and parses its body where the handler wants one. */
class StrictRequest implements CanActivate {
  private readonly reflector = new Reflector();
  /** Metadata never changes, and to read it takes longer than the rest of a small request's checks. */
  private readonly declared = new WeakMap<object, Declared>();

  canActivate(context: ExecutionContext): true {
    const { loose, types, takesBody, takesQuery } = this.declarationOf(context);
    if (loose) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { body: unknown }>();
    const { method, rawBody } = request;
    const mayHaveBody = method !== 'GET' && method !== 'HEAD';
    // Where no body is wanted an empty one is fine whatever its type.
    const hasBody = mayHaveBody && (takesBody || rawBody.problem !== undefined || rawBody.bytes.length > 0);
    if (hasBody) checkBody(request, types);
    checkQuery(request.query as QueryParameters, takesQuery);
    const body = hasBody ? parseStrictJson(rawBody.bytes) : undefined;
    if (takesBody) request.body = body;
    else if (hasBody) checkEmpty(body);
    return true;
  }

  private declarationOf(context: ExecutionContext): Declared {
    const handler = context.getHandler();
    const known = this.declared.get(handler);
    if (known) return known;
    const declared = {
      loose: this.reflector.getAllAndOverride<boolean>(LOOSE, [handler, context.getClass()]) ?? false,
      types: this.reflector.get<string[] | undefined>(CONSUMES, handler) ?? ['application/json'],
      takesBody: takes(context, BODY),
      takesQuery: takes(context, QUERY),
    };
    this.declared.set(handler, declared);
    return declared;
  }
}

/** One for all applications of a process: it is written into the metadata of their handlers. */
export const strictRequest = new StrictRequest();

function takes(context: ExecutionContext, kind: number): boolean {
  const parameters = Reflect.getMetadata('__routeArguments__', context.getClass(), context.getHandler().name) ?? {};
  return Object.keys(parameters).some((key) => key.startsWith(`${kind}:`));
}

function checkQuery(query: QueryParameters, takesQuery: boolean): void {
  const errors = firstErrors(faultsOf(query, takesQuery));
  if (errors.length > 0) throw invalidRequest('A query parameter is not valid.', errors);
}

function* faultsOf(query: QueryParameters, takesQuery: boolean): Generator<FieldError> {
  yield* queryFaults(query);
  if (takesQuery) return;
  for (const parameter of Object.keys(query)) yield { parameter, detail: 'is not a known parameter' };
}

/** Its type, then its size. */
function checkBody({ rawBody, headers }: FastifyRequest, types: string[]): void {
  const [type = '', ...parameters] = (rawBody.contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const utf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter),
  );
  if (!types.includes(type) || !utf8) throw invalidRequest(`The body must be ${types.join(' or ')} in UTF-8.`, [], 415);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw invalidRequest('A compressed body is not taken.', [], 415);
  if (rawBody.problem) throw rawBody.problem;
}

function checkEmpty(body: unknown): void {
  const isEmpty = typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
  if (!isEmpty) throw invalidRequest('No body is wanted here.', [{ pointer: '', detail: 'must be empty' }]);
}
