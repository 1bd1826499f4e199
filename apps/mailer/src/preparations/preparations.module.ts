import { type DynamicModule, Module } from '@nestjs/common';
import { AccessKeysModule } from '../access-keys/access-keys.module.js';
import { MailerUrl } from '../mailer-url.js';
import { PreparationWatch } from './preparation-watch.js';
import { PreparationsController } from './preparations.controller.js';
import { PreparationsRepository } from './preparations.repository.js';
import { PreparationsService } from './preparations.service.js';
import { PreparePlaces } from './prepare-places.js';
import { PreparePlacesRepository } from './prepare-places.repository.js';
import { PREPARE_WAIT_SECONDS } from './prepare-wait.js';
import { SuppressionRequests } from './suppression-requests.js';

@Module({})
export class PreparationsModule {
  static with(config: { mailerUrl: string; prepareWaitSeconds: number }): DynamicModule {
    return {
      module: PreparationsModule,
      imports: [AccessKeysModule],
      controllers: [PreparationsController],
      providers: [
        PreparationsRepository,
        PreparationsService,
        PreparationWatch,
        PreparePlaces,
        PreparePlacesRepository,
        SuppressionRequests,
        { provide: MailerUrl, useFactory: () => new MailerUrl(config.mailerUrl) },
        { provide: PREPARE_WAIT_SECONDS, useValue: config.prepareWaitSeconds },
      ],
      exports: [PreparationsRepository, PreparationWatch, PreparePlaces, MailerUrl, PREPARE_WAIT_SECONDS],
    };
  }
}
