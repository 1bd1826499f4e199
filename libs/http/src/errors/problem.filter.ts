import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '#database';
import type { RouteTable } from '../request/route-table.js';
import type { ErrorFormat } from './error-format.js';
import { internalError, invalidRequest, notFound, Problem, unavailable } from './problem.js';

/** What a failure's answer needs to know of its request. */
export type FailedRequest = Pick<FastifyRequest, 'method' | 'originalUrl' | 'headers' | 'failedWith'> &
  Partial<Pick<FastifyRequest, 'routeOptions'>>;

/** The one place where a failure becomes an answer. What isn't a Problem already is made one: never a stack, SQL or a library's own words. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  constructor(
    private readonly format: ErrorFormat,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, contentType, body, headers } = this.render(error, request);
    void reply
      .status(status)
      .headers(headers)
      .header('content-type', contentType)
      // As bytes: Fastify would add a charset, which these media types do not have.
      .send(Buffer.from(body));
  }

  /** The failure as the service answers it. */
  render(error: unknown, request: FailedRequest): Required<ReturnType<ErrorFormat>> {
    const problem = this.problemOf(error, request);
    request.failedWith = problem.status;
    if (problem.status >= 500 && !problem.crowd)
      this.logger.error({
        msg: 'request failed',
        method: request.method,
        // Not the path: there are keys in some.
        route: request.routeOptions?.url ?? 'unknown',
        status: problem.status,
        err: error,
      });
    const answer = this.format(problem, {
      url: request.originalUrl,
      route: request.routeOptions?.url,
      headers: request.headers,
    });
    return { ...answer, headers: { ...problem.headers, ...answer.headers } };
  }

  private problemOf(error: unknown, request: FailedRequest): Problem {
    if (error instanceof Problem) return error;
    if (isUnavailable(error)) return unavailable();
    const status =
      error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | undefined)?.statusCode;
    if (status === 404) return this.unrouted(request);
    if (status !== undefined && status >= 400 && status < 500)
      return invalidRequest('The request is malformed.', [], status);
    return internalError();
  }

  private unrouted(request: FailedRequest): Problem {
    const allowed = this.routes.methodsOf(pathOf(request));
    if (allowed.length === 0) return notFound('There is nothing at this address.');
    return invalidRequest('This method is not allowed here.', [], 405, { allow: allowed.join(', ') });
  }
}

function pathOf(request: FailedRequest): string {
  return request.originalUrl.split('?')[0]!;
}
