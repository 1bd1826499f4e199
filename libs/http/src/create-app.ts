import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Backlog, context, createLogger, Metrics, PinoLogger } from '#observability';
import type { ErrorFormat } from './errors/error-format.js';
import { ProblemFilter } from './errors/problem.filter.js';
import { hostFault, takeFromNode } from './errors/refused-by-node.js';
import { answerUnreadable, type UnreadableRequest } from './errors/unreadable-request.js';
import { HttpModule } from './http.module.js';
import { endBeforeAnswer } from './request/before-answer.js';
import { guardLast } from './request/guard-last.js';
import { limitRequests } from './request/limit-requests.js';
import { measureRequests } from './request/measure-requests.js';
import { parseQuery } from './request/query-parameters.js';
import { acceptRawBodies, type BodyLimits } from './request/raw-body.js';
import { RouteTable } from './request/route-table.js';
import { strictRequest } from './request/strict-request.guard.js';
import { traceRequests } from './request/trace-requests.js';
import { StrictPipe } from './validation/strict.pipe.js';

export interface AppOptions {
  /** The service's name, as logs show it. */
  name: string;
  module: DynamicModule | (new () => object);
  errorFormat: ErrorFormat;
  config: BodyLimits & {
    logLevel: string;
    mostRequests: number;
    mostWaitMs: number;
    trustedProxies: readonly string[];
  };
  /** Instantiates nothing: for the OpenAPI document. */
  preview?: boolean;
}

/** Long enough that a path parameter of any length reaches its check (400) instead of being taken for another address (404). */
const MAX_PARAM_LENGTH = 16_384;
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** The application, ready to listen or to be injected into, with everything that holds for all requests. */
export async function createApp({
  name,
  module,
  errorFormat,
  config,
  preview = false,
}: AppOptions): Promise<NestFastifyApplication> {
  const routes = new RouteTable();
  const filter = new ProblemFilter(errorFormat, routes);
  const refuse = (error: UnreadableRequest, socket: Socket) =>
    answerUnreadable(error, socket, filter, (request) => commonHeaders(requestId(request)));
  const adapter = new FastifyAdapter({
    trustProxy: [...config.trustedProxies],
    genReqId: requestId,
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_PARAM_LENGTH },
    // What can't be routed at all, such as bad percent-encoding: no hook runs for it.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      filter.answer(error, request, withCommonHeaders(request, reply)),
    clientErrorHandler: refuse,
    http: { requireHostHeader: false },
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  // Fastify would refuse it for want of a content type, before any route is looked for.
  fastify.addHttpMethod('QUERY', { overrideExisting: true });
  fastify.addHook('onRoute', (route) => {
    routes.add(route.url, route.method);
    if (route.url.startsWith('/admin/')) endBeforeAnswer(route);
  });
  const app = await NestFactory.create<NestFastifyApplication>(HttpModule.around(module, name), adapter, {
    bodyParser: false,
    abortOnError: false,
    preview,
    logger: new PinoLogger(createLogger({ service: name, level: config.logLevel })),
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    withCommonHeaders(request, reply);
    const fault = hostFault(request);
    if (fault) filter.answer(fault, request, reply);
    else done();
  });
  takeFromNode(fastify.server, refuse);
  // Not before: a body comes in in the context of its socket.
  fastify.addHook('preValidation', (request, _reply, done) => context.run({ requestId: request.id }, done));
  if (!preview) {
    const backlog = app.get(Backlog);
    const { mostRequests: most, mostWaitMs } = config;
    const limits = { most, mostWaitMs, expectedWaitMs: () => backlog.expectedMs() };
    limitRequests(fastify, limits, (error, request, reply) => filter.answer(error, request, reply));
    traceRequests(fastify);
    measureRequests(fastify, app.get(Metrics));
    guardLast(app, strictRequest);
  }
  acceptRawBodies(fastify, config);
  app.useGlobalFilters(filter);
  app.useGlobalPipes(new StrictPipe());
  return app;
}

function commonHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
}

function withCommonHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(commonHeaders(request.id));
}

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}
