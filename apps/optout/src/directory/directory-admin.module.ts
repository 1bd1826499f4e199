import { Module } from '@nestjs/common';
import { DirectoryModule } from './directory.module.js';
import { ListsAdminController } from './lists-admin.controller.js';
import { ListsAdminService } from './lists-admin.service.js';
import { StateController } from './state.controller.js';
import { StateService } from './state.service.js';
import { TokenUseRepository } from './token-use.repository.js';
import { UsersAdminController } from './users-admin.controller.js';
import { UsersAdminService } from './users-admin.service.js';

/** What admins do with lists and users. */
@Module({
  imports: [DirectoryModule],
  controllers: [StateController, ListsAdminController, UsersAdminController],
  providers: [StateService, ListsAdminService, UsersAdminService, TokenUseRepository],
})
export class DirectoryAdminModule {}
