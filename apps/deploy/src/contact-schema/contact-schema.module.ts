import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ContactSchemaController } from './contact-schema.controller.js';
import { ContactSchemas } from './contact-schemas.js';
import { ContactSchemasRepository } from './contact-schemas.repository.js';
import { SchemaRepository } from './schema.repository.js';

@Module({
  imports: [AccessModule],
  controllers: [ContactSchemaController],
  providers: [ContactSchemas, ContactSchemasRepository, SchemaRepository],
  exports: [ContactSchemas, SchemaRepository],
})
export class ContactSchemaModule {}
