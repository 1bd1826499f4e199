import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { overloaded } from '../errors/problem.js';

/** Who watches over an overloaded process has to get in. */
const ALWAYS = ['/health/', '/metrics', '/admin/'];
const TOLD_EVERY_MS = 10_000;

export interface RequestLimits {
  /** Most requests that are under way. */
  most: number;
  /** Longest wait, in milliseconds, that a request is let in for. */
  mostWaitMs: number;
  /** How long a request would wait that comes now. */
  expectedWaitMs: () => number;
}

/**
 * Refuses requests at once when so many are under way already, or when they would have to wait for so long: what waits longer than its client does is work for nobody, and a queue without an end would go
 * on long after the crowd has left. A refusal has done nothing, and costs next to nothing.
 * @param answer turns the refusal into an answer
 */
export function limitRequests(
  fastify: FastifyInstance,
  { most, mostWaitMs, expectedWaitMs }: RequestLimits,
  answer: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const logger = new Logger('Http');
  const underWay = new WeakSet<FastifyRequest>();
  let count = 0;
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const ended = (request: FastifyRequest) => {
    if (underWay.delete(request)) count--;
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    const isTooMuch = count >= most || expectedWaitMs() > mostWaitMs;
    if (isTooMuch && !ALWAYS.some((path) => request.url.startsWith(path))) {
      refused++;
      if (performance.now() - toldAt > TOLD_EVERY_MS) {
        logger.warn({ msg: 'more requests than can be served', underWay: count, refused });
        toldAt = performance.now();
        refused = 0;
      }
      answer(overloaded(), request, reply);
      return;
    }
    count++;
    underWay.add(request);
    // The client may leave before it is answered.
    reply.raw.once('close', () => ended(request));
    done();
  });
  fastify.addHook('onResponse', (request, _, done) => {
    ended(request);
    done();
  });
}
