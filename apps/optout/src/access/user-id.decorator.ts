import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { UserRequest } from './user-request.js';

/** Id of the user whose token the request came with. */
export const UserId = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<UserRequest>().userId,
);
