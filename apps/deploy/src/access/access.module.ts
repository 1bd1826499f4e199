import { Module } from '@nestjs/common';
import { Access } from './access.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { RateLimit } from './rate-limit.js';
import { RateLimitRepository } from './rate-limit.repository.js';

@Module({
  providers: [Access, ApiKeysRepository, RateLimit, RateLimitRepository],
  exports: [Access, RateLimit],
})
export class AccessModule {}
