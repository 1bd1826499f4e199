/**
 * Answers what Node's parser refuses before there is a request, in the form of the service's other failures. All that is known of it is what came in last, which mostly begins with the
 * request's line. A method that Node has never heard of is one of these.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FailedRequest, ProblemFilter } from './problem.filter.js';
import { invalidRequest, type Problem } from './problem.js';

export interface UnreadableRequest extends Error {
  code?: string;
  /** A buffer, whatever Fastify's type of it says. */
  rawPacket?: unknown;
}

/** Writes the answer and ends the connection: where the next request would begin nobody knows. */
export function answerUnreadable(
  error: UnreadableRequest,
  socket: Socket,
  filter: ProblemFilter,
  commonHeaders: (request: Pick<FailedRequest, 'headers'>) => Record<string, string>,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const request = requestIn(Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '');
  const { status, contentType, body, headers } = filter.render(problemOf(error), request);
  const lines = Object.entries({
    ...commonHeaders(request),
    ...headers,
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function problemOf({ code }: UnreadableRequest): Problem | { statusCode: number } {
  switch (code) {
    // As of any other method that the address doesn't take: 404 or 405.
    case 'HPE_INVALID_METHOD':
      return { statusCode: 404 };
    case 'HPE_HEADER_OVERFLOW':
      return invalidRequest('The address and the headers of the request are larger than is allowed here.', [], 431);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalidRequest('The request did not come in in time.', [], 408);
    default:
      return invalidRequest('The request is malformed.');
  }
}

function requestIn(packet: string): FailedRequest {
  const [, method = '', originalUrl = ''] = /^(\S+) (\/\S*) HTTP\//.exec(packet) ?? [];
  const header = (name: string) => new RegExp(`\\r\\n${name}:[ \\t]*(.*?)[ \\t]*\\r\\n`, 'i').exec(packet)?.[1];
  const [id, language] = [header('x-request-id'), header('accept-language')];
  return {
    method,
    originalUrl,
    headers: { ...(id && { 'x-request-id': id }), ...(language && { 'accept-language': language }) },
  };
}
