import { Module } from '@nestjs/common';
import { DirectoryConsumer } from './directory.consumer.js';
import { DirectoryRepository } from './directory.repository.js';
import { DirectoryRequestSchedule } from './directory-request.schedule.js';

/** What keeps the directory filled: the worker's part of it. */
@Module({ controllers: [DirectoryConsumer], providers: [DirectoryRepository, DirectoryRequestSchedule] })
export class DirectoryFillingModule {}
