import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { StateController } from './state.controller.js';
import { StateRepository } from './state.repository.js';
import { StateService } from './state.service.js';

@Module({ imports: [OperationsModule], controllers: [StateController], providers: [StateService, StateRepository] })
export class AdminModule {}
