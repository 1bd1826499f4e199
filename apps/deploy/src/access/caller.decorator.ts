import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from './caller.js';

/** The caller that {@link Requires} let in. */
export const From = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ caller: Caller }>().caller,
);
