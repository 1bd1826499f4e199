import { Module } from '@nestjs/common';
import { DeadLettersModule } from '#messaging';
import { RegistryRepository } from './registry.repository.js';
import { RegistryService } from './registry.service.js';
import { StateController } from './state.controller.js';
import { StateService } from './state.service.js';

@Module({
  imports: [DeadLettersModule],
  controllers: [StateController],
  providers: [RegistryRepository, RegistryService, StateService],
})
export class AdminModule {}
