import type { Readable } from 'node:stream';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest, type Problem } from '../errors/problem.js';

/** What came as the body, before anybody has looked into it. */
export interface RawBody {
  contentType: string | undefined;
  bytes: Buffer;
  /** Instead of `bytes`, on routes with {@link StreamedBody}. */
  stream?: Readable;
  /** Too large; thrown by whoever wants the body. */
  problem?: Problem;
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: RawBody;
  }
  interface FastifyContextConfig {
    streamedBody?: boolean;
    stateBody?: boolean;
  }
}

const EMPTY = Buffer.alloc(0);
/** How long a client may go on sending a streamed body that was refused. */
const LINGER_MS = 30_000;

/** The route reads its body itself, as it comes in: `rawBody.stream`, which has no limit but the route's own. */
export const StreamedBody = () => RouteConfig({ streamedBody: true });

/** The body is the state of a whole service, for which there is a limit of its own. */
export const StateBody = () => RouteConfig({ stateBody: true });

/** In bytes. */
export interface BodyLimits {
  bodyLimitBytes: number;
  /** On routes with {@link StateBody}. */
  stateLimitBytes?: number;
}

/**
 * Takes in every body unread, whatever its type, up to the limit. A wrong type or size is not refused here but by {@link strictRequest}, after the guards: a client without credentials is
 * told that first.
 */
export function acceptRawBodies(
  fastify: FastifyInstance,
  { bodyLimitBytes, stateLimitBytes = bodyLimitBytes }: BodyLimits,
): void {
  fastify.decorateRequest('rawBody');
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.rawBody = { contentType: request.headers['content-type'], bytes: EMPTY };
    // Fastify would refuse a type of a broken form before the guards have run.
    request.raw.headers['content-type'] = undefined;
    done();
  });
  fastify.addHook('onRoute', (route) => {
    if (route.config?.streamedBody) route.onResponse = dropRest;
  });
  fastify.removeAllContentTypeParsers();
  // With plain listeners: an async iterator costs a quarter of what a small request may.
  fastify.addContentTypeParser(
    '*',
    (request: FastifyRequest, payload: Readable, done: (error: Error | null) => void) => {
      const { rawBody } = request;
      if (request.routeOptions.config.streamedBody) {
        rawBody.stream = payload;
        done(null);
        return;
      }
      const limitBytes = request.routeOptions.config.stateBody ? stateLimitBytes : bodyLimitBytes;
      const chunks: Buffer[] = [];
      let length = 0;
      payload.on('data', (chunk: Buffer) => {
        length += chunk.length;
        // The rest is read and dropped: a client that is still sending would not see an answer.
        if (length <= limitBytes) chunks.push(chunk);
        else chunks.length = 0;
      });
      payload.once('error', done);
      payload.once('end', () => {
        if (length > limitBytes)
          rawBody.problem = invalidRequest(`The body is larger than ${limitBytes} bytes.`, [], 413);
        else rawBody.bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
        done(null);
      });
    },
  );
}

/** An answer that comes before the end of a body: the rest is read and dropped, or many a client would never see the answer. One that goes on for too long is cut off. */
async function dropRest({ raw }: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const cut = setTimeout(() => raw.destroy(), LINGER_MS).unref();
  raw.once('close', () => clearTimeout(cut));
}
