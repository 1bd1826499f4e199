/**
 * HTTP as every door speaks it: Fastify, requests checked to the letter, failures in one envelope, request ids, health, an orderly end.
 *
 * Order of checks: route (404, 405), guards (401, 403), form of the request (415, 413, 400 of query and body, then of path parameters), the handler.
 */
export { type AppOptions, createApp } from './create-app.js';
export { type ErrorFormat, problemDetails } from './errors/error-format.js';
export { firstErrors, MOST_ERRORS } from './errors/first-errors.js';
export { pointer } from './errors/pointer.js';
export {
  authenticationFailed,
  type FieldError,
  invalidRequest,
  notFound,
  overloaded,
  Problem,
  type ProblemOptions,
  permissionDenied,
  unavailable,
} from './errors/problem.js';
/** @public */
export { openApiDocument } from './openapi.js';
export { clientAddress } from './request/client-address.js';
export { parseQuery } from './request/query-parameters.js';
export { type RawBody, StateBody, StreamedBody } from './request/raw-body.js';
export { parseStrictJson } from './request/strict-json.js';
export { Consumes, LooseRequest } from './request/strict-request.guard.js';
export { type ServeOptions, serve } from './serve.js';
export { type Check, EachItem, Nested, Optional, QueryFlag, QueryInteger } from './validation/decorators.js';
export { ApiMd5Param, ApiUuidParam, isUuid, Md5Param, UuidParam } from './validation/path-parameters.js';
export { validateObject } from './validation/validate-object.js';
