import { Module } from '@nestjs/common';
import { ImportsModule, ImportsWorkerModule } from './engine/index.js';
import { UploadWatcher } from './upload-watcher.js';

@Module({ imports: [ImportsModule, ImportsWorkerModule], providers: [UploadWatcher] })
export class UploadsWorkerModule {}
