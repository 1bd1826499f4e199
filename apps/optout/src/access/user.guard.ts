import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { credentialFrom } from '#auth';
import { authenticationFailed } from '#http';
import { AccessService } from './access.service.js';
import type { UserRequest } from './user-request.js';

/** Lets in the user of a valid token, sent as `Authorization: Bearer …` or as `api_key: …`. */
@Injectable()
export class UserGuard implements CanActivate {
  constructor(private readonly access: AccessService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<UserRequest>();
    const token = credentialFrom(request, { header: 'api_key' });
    const userId = token && (await this.access.userOf(token));
    if (!userId) throw authenticationFailed('A valid access token is required.');
    request.userId = userId;
    return true;
  }
}
