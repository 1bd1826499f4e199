import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { credentialFrom, LastUsed, parseCredential } from '#auth';
import { DirectoryService } from '../directory/directory.service.js';
import { invalidToken } from './collect.errors.js';

interface TokenRequest {
  headers: Record<string, string | string[] | undefined>;
  listUserId?: string;
}

/** Lets in whoever has a user's token. Unlike everywhere else its lack is 400. */
@Injectable()
export class ListTokenGuard implements CanActivate {
  constructor(
    private readonly directory: DirectoryService,
    private readonly lastUsed: LastUsed,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<TokenRequest>();
    const token = credentialFrom(request, { header: 'api_key' });
    const credential = token === undefined ? undefined : parseCredential(token);
    if (credential?.kind !== 'hd_tok') throw invalidToken();
    request.listUserId = await this.directory.userOf(credential);
    if (request.listUserId === undefined) throw invalidToken();
    this.lastUsed.touch(credential.id);
    return true;
  }
}

/** The user whose token the request came with. */
export const ListUserId = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<TokenRequest>().listUserId,
);
