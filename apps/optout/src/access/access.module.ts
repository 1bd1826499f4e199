import { Module } from '@nestjs/common';
import { LastUsed } from '#auth';
import { AccessService } from './access.service.js';
import { TokensRepository } from './tokens.repository.js';

/** Tokens of the public API. */
@Module({
  providers: [
    TokensRepository,
    AccessService,
    {
      provide: LastUsed,
      useFactory: (tokens: TokensRepository) => new LastUsed((uses) => tokens.markUsed(uses)),
      inject: [TokensRepository],
    },
  ],
  exports: [AccessService],
})
export class AccessModule {}
