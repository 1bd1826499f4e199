import type { FastifyRequest, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of admin routes: awaited before the answer, whatever it is, is sent. */
    beforeAnswer?: (status: number) => Promise<void>;
  }
}

/** For routes on which something has to be written down before their answer. A hook of the route, so that others don't pay for it. */
export function endBeforeAnswer(route: RouteOptions): void {
  route.onSend = async (request: FastifyRequest, reply, payload) => {
    await request.beforeAnswer?.(reply.statusCode);
    return payload;
  };
}
