import { type DynamicModule, Module } from '@nestjs/common';
import { AccessKeysModule } from '../access-keys/access-keys.module.js';
import type { MailerConfig } from '../config.js';
import { CleansingRequests } from './cleansing-requests.js';
import { CleansingsController } from './cleansings.controller.js';
import { CleansingsService } from './cleansings.service.js';
import { MailingSettings } from './mailing-settings.js';
import { Mailings } from './mailings.js';

@Module({})
export class CleansingsModule {
  static using(preparations: DynamicModule, config: MailerConfig): DynamicModule {
    const { cleanseBytes, cleanseUploads, cleanseStallSeconds } = config;
    return {
      module: CleansingsModule,
      imports: [AccessKeysModule, preparations],
      controllers: [CleansingsController],
      providers: [
        CleansingsService,
        CleansingRequests,
        Mailings,
        { provide: MailingSettings, useValue: new MailingSettings(cleanseBytes, cleanseUploads, cleanseStallSeconds) },
      ],
    };
  }
}
