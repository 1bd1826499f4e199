/** Requests to the operations of the OpenAPI document with anything in their paths, queries, media types and bodies. */
import fc from 'fast-check';
import type { DescribedOperation } from './described-api.js';
import { wildBody, wildText } from './wild-json.js';

export interface WildRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: Buffer;
}

export interface Credible {
  /** Values of path parameters, and of queries, that lead somewhere. */
  parameters?: Record<string, string>;
  /** By operationId: bodies that are fine. */
  bodies?: Record<string, object>;
}

export function wildRequest(
  operation: DescribedOperation,
  { parameters = {}, bodies = {} }: Credible,
): fc.Arbitrary<WildRequest> {
  const segments = operation.path.split('/').map((segment) => {
    const name = /^\{(.*)\}$/.exec(segment)?.[1];
    return name === undefined ? fc.constant(segment) : fc.oneof(fc.constant(parameters[name] ?? '0'), wildSegment);
  });
  const query = fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...operation.query, 'x'), encoded),
      fc.oneof(fc.constantFrom(...Object.values(parameters), '1'), encoded),
    ),
    { maxLength: 3 },
  );
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...operation.mediaTypes, 'application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'multipart/form-data; boundary=x',
        'a/b;',
        ';',
      ),
    },
  );
  const body =
    operation.mediaTypes.length > 0 ? wildBody(bodies[operation.operationId]) : fc.option(wildBody(), { freq: 10 });
  return fc.tuple(fc.tuple(...segments), query, type, body).map(([path, pairs, contentType, payload]) => ({
    method: operation.method,
    url: path.join('/') + (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''),
    headers: payload ? { 'content-type': contentType } : ({} as Record<string, string>),
    ...(payload && operation.method !== 'GET' && { payload }),
  }));
}

/** Percent-encoding as it should be, and as it should not. */
const encoded = fc.oneof(
  wildText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 200))),
  fc.constantFrom(
    '%',
    '%zz',
    '%ED%A0%80',
    '%00',
    '%00',
    'a%00',
    '%00%00',
    '%C0%AF',
    '+',
    '%2F..%2F',
    '[]',
    '%5B',
    '[',
    ']=',
    '=',
    '',
  ),
);

const wildSegment = encoded.filter((text) => text !== '' && !text.includes('[') && !text.includes('='));
