import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule, PersonsModule } from '#auth';
import { DatabaseModule } from '#database';
import { DeadLettersModule, MessagingModule } from '#messaging';
import type { CollectConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { DirectoryModule } from './directory/directory.module.js';
import { IntakeModule } from './intake/intake.module.js';
import { OptOutLinksModule } from './opt-out-links/opt-out-links.module.js';
import { PersonsOnTheirWay } from './persons/persons.js';

/** Nothing that this door asks its database for takes so long. */
const MOST_SILENCE_MS = 10_000;

/** The door to which opt-outs come. It needs its database and nothing else. */
@Module({})
export class AppModule {
  static with(config: CollectConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot({ ...databaseOptions(config, 'http'), silenceMs: MOST_SILENCE_MS }),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'collect' }),
        AuthModule.forRoot(config),
        DirectoryModule,
        IntakeModule.with({ waiting: config.intakeWaiting }),
        OptOutLinksModule,
        DeadLettersModule,
        PersonsModule.of(PersonsOnTheirWay),
      ],
    };
  }
}
