import { Module } from '@nestjs/common';
import { DirectoryModule } from './directory.module.js';
import { DirectoryRequestsConsumer } from './directory-requests.consumer.js';

@Module({ imports: [DirectoryModule], controllers: [DirectoryRequestsConsumer] })
export class DirectoryWorkerModule {}
