import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, type OpenSpan } from '#observability';

/** A span of each request, named by the route's template. Nothing of its path or query is told: addresses and keys are there. */
export function traceRequests(fastify: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const traceparent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = beginSpan(`${method} ${route}`, { kind: 'server', traceparent, attributes });
    if (span) spans.set(request, span);
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    spans.get(request)?.end({ failed: statusCode >= 500, attributes: { 'http.response.status_code': statusCode } });
    done();
  });
}
