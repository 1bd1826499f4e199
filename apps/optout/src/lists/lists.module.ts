import { Module } from '@nestjs/common';
import { ListsRepository } from './lists.repository.js';
import { ListsService } from './lists.service.js';

@Module({ providers: [ListsRepository, ListsService], exports: [ListsService] })
export class ListsModule {}
