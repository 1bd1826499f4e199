/** Requests that Node would answer itself, without a body, or not at all: they get an answer of the service's like any other. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { invalidRequest, type Problem } from './problem.js';
import type { UnreadableRequest } from './unreadable-request.js';

/** @param answer to a request that isn't routed, on its bare connection */
export function takeFromNode(server: Server, answer: (error: UnreadableRequest, socket: Socket) => void): void {
  // An expectation other than 100-continue may be ignored (RFC 9110 §10.1.1), as the gateway does.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const rawPacket = Buffer.from(`CONNECT ${url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    answer(Object.assign(new Error('CONNECT'), { code: 'HPE_INVALID_METHOD', rawPacket }), socket);
  });
}

/** HTTP/1.1 wants a Host in every request (RFC 9112 §3.2). */
export function hostFault({ raw }: FastifyRequest): Problem | undefined {
  return raw.httpVersion === '1.1' && raw.headers.host === undefined
    ? invalidRequest('The request has no Host header.')
    : undefined;
}
