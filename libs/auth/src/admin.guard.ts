import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { authenticationFailed } from '#http';
import { scrub } from '#observability';
import { AuditTrail } from './audit/audit-trail.js';
import { sameHash, sha256 } from './credential.js';
import { credentialFrom } from './credential-from.js';

export const ADMIN_TOKENS = Symbol('admin tokens');

/** The tokens of the admin API by their hash, each with the name that the audit trail shows. */
export type AdminTokens = { name: string; hash: string }[];

interface AdminRequest {
  headers: Record<string, string | string[] | undefined>;
  method: string;
  params: Record<string, string>;
  query: Record<string, string>;
  routeOptions: { url?: string };
  adminName?: string;
  beforeAnswer?: (status: number) => Promise<void>;
}

/** Lets in whoever has an admin token, and enters every change that is asked for, and every look at a person, in the audit trail. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    @Inject(ADMIN_TOKENS) private readonly tokens: AdminTokens,
    private readonly trail: AuditTrail,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const token = credentialFrom(request);
    const hash = token && sha256(token);
    const admin = hash && this.tokens.find((candidate) => sameHash(candidate.hash, hash));
    if (!admin) throw authenticationFailed('A valid admin token is required.');
    request.adminName = admin.name;
    if (request.method !== 'GET') await this.enter(admin.name, request);
    return true;
  }

  private async enter(admin: string, request: AdminRequest): Promise<void> {
    const { method, params, query, routeOptions } = request;
    const entry = await this.trail.begin({
      admin,
      action: `${method} ${routeOptions.url ?? ''}`,
      target: storable({ ...params, ...query }),
    });
    request.beforeAnswer = (status) => this.trail.end(entry, status);
  }
}

/** What somebody has typed into an address by mistake doesn't get into the trail, and no character that the database refuses. */
function storable(target: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(target).map(([name, value]) => [name, scrub(value.replaceAll('\0', ''))]));
}

/** The name of the admin token that the request came with. */
export const AdminName = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdminRequest>().adminName,
);
