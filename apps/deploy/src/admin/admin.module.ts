import { Module } from '@nestjs/common';
import { DeadLettersModule } from '#messaging';
import { ContactSchemaModule } from '../contact-schema/contact-schema.module.js';
import { OperationLockModule } from '../operations/operation-lock.module.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';
import { StateController } from './state.controller.js';
import { StateRepository } from './state.repository.js';
import { StateService } from './state.service.js';
import { WebhooksStateRepository } from './webhooks-state.repository.js';

@Module({
  imports: [DeadLettersModule, ContactSchemaModule, OperationLockModule],
  controllers: [StateController, KeysController],
  providers: [KeysService, StateService, StateRepository, WebhooksStateRepository],
})
export class AdminModule {}
