import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  Logger,
} from '@nestjs/common';
import { authenticationFailed } from '#http';
import { sameHash, sha256 } from './credential.js';
import { credentialFrom } from './credential-from.js';

export const ADMIN_TOKENS = Symbol('admin tokens');

/** The tokens of the admin API by their hash, each with the name that the audit trail shows. */
export type AdminTokens = { name: string; hash: string }[];

interface AdminRequest {
  headers: Record<string, string | string[] | undefined>;
  method: string;
  url: string;
  adminName?: string;
}

/** Lets in whoever has an admin token, and writes a line of the audit trail for every change that is asked for. */
@Injectable()
export class AdminGuard implements CanActivate {
  private readonly logger = new Logger('Audit');

  constructor(@Inject(ADMIN_TOKENS) private readonly tokens: AdminTokens) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const token = credentialFrom(request);
    const hash = token && sha256(token);
    const admin = hash && this.tokens.find((candidate) => sameHash(candidate.hash, hash));
    if (!admin) throw authenticationFailed('A valid admin token is required.');
    request.adminName = admin.name;
    if (request.method !== 'GET')
      this.logger.log({
        msg: 'admin request',
        admin: admin.name,
        method: request.method,
        path: request.url.split('?')[0],
      });
    return true;
  }
}

/** The name of the admin token that the request came with. */
export const AdminName = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdminRequest>().adminName,
);
