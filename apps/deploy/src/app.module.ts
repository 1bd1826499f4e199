import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule, PersonsModule } from '#auth';
import { DatabaseModule } from '#database';
import { DeadLettersModule, MessagingModule } from '#messaging';
import { StorageModule } from '#storage';
import { AdminModule } from './admin/admin.module.js';
import { BrandsModule } from './brands/brands.module.js';
import type { DeployConfig } from './config.js';
import { ContactSchemaModule } from './contact-schema/contact-schema.module.js';
import { ContactsModule } from './contacts/contacts.module.js';
import { deployDatabase } from './database/data-source.js';
import { OperationsModule } from './operations/operations.module.js';
import { PersonsAsContacts } from './persons/persons.js';
import { PersonsRepository } from './persons/persons.repository.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The HTTP door: the Deploy API and its administration. */
@Module({})
export class AppModule {
  static with(config: DeployConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(deployDatabase(config, 'http')),
        MessagingModule.forRoot({ url: config.amqpUrl, service: 'deploy' }),
        StorageModule.forRoot(config),
        AuthModule.forRoot(config),
        ContactsModule,
        SubscriptionsModule,
        BrandsModule,
        ContactSchemaModule,
        AdminModule,
        OperationsModule,
        WebhooksModule,
        DeadLettersModule,
        PersonsModule.of(PersonsAsContacts, { providers: [PersonsRepository] }),
      ],
    };
  }
}
