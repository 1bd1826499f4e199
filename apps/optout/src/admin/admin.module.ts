import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { StateController } from '../directory/state.controller.js';
import { StateService } from '../directory/state.service.js';

@Module({ imports: [DirectoryModule], controllers: [StateController], providers: [StateService] })
export class AdminModule {}
