import { Module } from '@nestjs/common';
import { BrandsModule } from '../brands/brands.module.js';
import { ContactSchemaModule } from '../contact-schema/contact-schema.module.js';
import { BrandSubscriptionsModule } from '../subscriptions/brand-subscriptions.module.js';
import { ContactBatchesRepository } from './contact-batches.repository.js';
import { ContactImport } from './contact-import.js';
import { ContactImportRepository } from './contact-import.repository.js';
import { ContactUpdate } from './contact-update.js';
import { ImportReaders } from './import-readers.js';
import { OperationRunner } from './operation-runner.js';
import { OperationsRepository } from './operations.repository.js';
import { SchemaChange } from './schema-change.js';

/** For workers: operations are carried out. */
@Module({
  imports: [BrandsModule, BrandSubscriptionsModule, ContactSchemaModule],
  providers: [
    OperationRunner,
    OperationsRepository,
    ContactImport,
    ContactImportRepository,
    ImportReaders,
    ContactUpdate,
    ContactBatchesRepository,
    SchemaChange,
  ],
})
export class OperationsWorkerModule {}
