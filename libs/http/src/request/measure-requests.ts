import type { FastifyInstance } from 'fastify';
import type { Metrics } from '#observability';

declare module 'fastify' {
  interface FastifyRequest {
    /** The status of the problem that it ended with, whatever status that is answered with. */
    failedWith?: number;
  }
}

/** Seconds. prepare of a mailer waits for its file, up to five minutes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Times every request by the route's template, never by its path: paths hold hashes of addresses and access keys. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  const duration = metrics.histogram({
    name: 'heed_http_request_duration_seconds',
    help: 'Requests by route and status; of a failure that is answered 200 its own status',
    labels: ['method', 'route', 'status'],
    buckets: BUCKETS,
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    duration.observe(
      { method, route: routeOptions.url ?? 'unknown', status: request.failedWith ?? reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}
