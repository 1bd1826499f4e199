import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiForbiddenResponse,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { ApiKeyGuard, PERMISSION } from './api-key.guard.js';
import type { Permission } from './permission.js';

/** Lets in whoever has a valid API key with the permission. */
export function Requires(permission: Permission): MethodDecorator {
  return applyDecorators(
    SetMetadata(PERMISSION, permission),
    UseGuards(ApiKeyGuard),
    ApiBearerAuth('apiKey'),
    ApiUnauthorizedResponse(),
    ApiForbiddenResponse({ description: `The API key lacks ${permission}` }),
    ApiTooManyRequestsResponse(),
  );
}
