import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest, type Problem } from '../errors/problem.js';

/** What came as the body, before anybody has looked into it. */
export interface RawBody {
  contentType: string | undefined;
  bytes: Buffer;
  /** Too large; thrown by whoever wants the body. */
  problem?: Problem;
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: RawBody;
  }
}

const EMPTY = Buffer.alloc(0);

/**
 * Takes in every body unread, whatever its type, up to the limit. A wrong type or size is not refused here but by {@link StrictRequest}, after the guards: a client without credentials is
 * told that first.
 */
export function acceptRawBodies(fastify: FastifyInstance, limitBytes: number): void {
  fastify.decorateRequest('rawBody');
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.rawBody = { contentType: request.headers['content-type'], bytes: EMPTY };
    // Fastify would refuse a type of a broken form before the guards have run.
    delete request.raw.headers['content-type'];
    done();
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of payload) {
      length += chunk.length;
      // The rest is read and dropped: a client that is still sending would not see an answer.
      if (length <= limitBytes) chunks.push(chunk);
      else chunks.length = 0;
    }
    if (length > limitBytes)
      request.rawBody.problem = invalidRequest(`The body is larger than ${limitBytes} bytes.`, [], 413);
    else request.rawBody.bytes = Buffer.concat(chunks);
  });
}
