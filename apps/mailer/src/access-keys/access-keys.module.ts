import { Module } from '@nestjs/common';
import { LastUsed } from '#auth';
import { AccessKeysRepository } from './access-keys.repository.js';
import { AccessKeysService } from './access-keys.service.js';

@Module({
  providers: [
    AccessKeysRepository,
    AccessKeysService,
    {
      provide: LastUsed,
      inject: [AccessKeysRepository],
      useFactory: (repository: AccessKeysRepository) => new LastUsed((uses) => repository.used(uses)),
    },
  ],
  exports: [AccessKeysService],
})
export class AccessKeysModule {}
