import { type DynamicModule, Module } from '@nestjs/common';
import { AccessKeysModule } from '../access-keys/access-keys.module.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';

@Module({})
export class FilesModule {
  static using(preparations: DynamicModule): DynamicModule {
    return {
      module: FilesModule,
      imports: [AccessKeysModule, preparations],
      controllers: [FilesController],
      providers: [FilesService],
    };
  }
}
