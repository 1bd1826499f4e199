import { Module } from '@nestjs/common';
import { PersonsModule } from '#auth';
import { DeadLettersModule } from '#messaging';
import { DirectoryAdminModule } from '../directory/directory-admin.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { OptOutsModule } from '../opt-outs/index.js';
import { PersonsInLists } from '../persons/persons.js';
import { OptOutsAdminController } from './opt-outs-admin.controller.js';
import { OptOutsAdminService } from './opt-outs-admin.service.js';

@Module({
  imports: [
    DeadLettersModule,
    DirectoryAdminModule,
    ListsModule,
    OptOutsModule,
    PersonsModule.of(PersonsInLists, { imports: [ListsModule, OptOutsModule] }),
  ],
  controllers: [OptOutsAdminController],
  providers: [OptOutsAdminService],
})
export class AdminModule {}
