import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { credentialFrom } from '#auth';
import { permissionDenied } from '#http';
import { Access } from './access.js';
import type { Caller } from './caller.js';
import type { Permission } from './permission.js';
import { RateLimit } from './rate-limit.js';

export const PERMISSION = Symbol('permission that a route requires');

/** Order: key (401), rate (429), permission (403). */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly reflector = new Reflector();

  constructor(
    private readonly access: Access,
    private readonly rateLimit: RateLimit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & { caller: Caller }>();
    const { requestsPerMinute, ...caller } = await this.access.callerOf(credentialFrom(request, { bare: true }));
    if (requestsPerMinute !== null) {
      const allowance = await this.rateLimit.take(caller.keyId, requestsPerMinute);
      void http.getResponse<FastifyReply>().headers(allowance.headers);
      if (allowance.exceeded) throw allowance.exceeded;
    }
    const permission = this.reflector.get<Permission>(PERMISSION, context.getHandler());
    if (!caller.permissions.includes(permission)) throw permissionDenied(`The API key lacks ${permission}.`);
    request.caller = caller;
    return true;
  }
}
