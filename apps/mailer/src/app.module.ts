import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from '#auth';
import { DatabaseModule } from '#database';
import { MessagingModule } from '#messaging';
import { StorageModule } from '#storage';
import { AdminModule } from './admin/admin.module.js';
import { CleansingsModule } from './cleansings/cleansings.module.js';
import type { MailerConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { DirectoryController } from './directory/directory.controller.js';
import { DirectoryRepository } from './directory/directory.repository.js';
import { DirectoryRebuildService } from './directory/directory-rebuild.service.js';
import { FilesModule } from './files/files.module.js';
import { PreparationsModule } from './preparations/preparations.module.js';

/** The HTTP door: mailers' programs, and the admin API. */
@Module({})
export class AppModule {
  static with(config: MailerConfig): DynamicModule {
    const preparations = PreparationsModule.with(config);
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(databaseOptions(config, 'http')),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'mailer' }),
        StorageModule.forRoot(config),
        AuthModule.forRoot(config),
        preparations,
        FilesModule.using(preparations),
        CleansingsModule.using(preparations, config),
        AdminModule,
      ],
      controllers: [DirectoryController],
      providers: [DirectoryRepository, DirectoryRebuildService],
    };
  }
}
