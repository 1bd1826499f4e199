import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ContactSchemaController } from './contact-schema.controller.js';
import { ContactSchemas } from './contact-schemas.js';
import { ContactSchemasRepository } from './contact-schemas.repository.js';

@Module({
  imports: [AccessModule],
  controllers: [ContactSchemaController],
  providers: [ContactSchemas, ContactSchemasRepository],
  exports: [ContactSchemas],
})
export class ContactSchemaModule {}
