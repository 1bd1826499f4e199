import { Module } from '@nestjs/common';
import { Imports } from './engine/index.js';
import { UploadWatcher } from './upload-watcher.js';

@Module({ providers: [Imports, UploadWatcher] })
export class ImportsWorkerModule {}
