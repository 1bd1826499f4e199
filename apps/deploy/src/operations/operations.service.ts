import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { type FieldError, firstErrors, invalidRequest, pointer } from '#http';
import { Storage } from '#storage';
import { checkAccount } from '../access/check-account.js';
import { BrandsService } from '../brands/brands.service.js';
import { attributeFormFaults } from '../contact-schema/attribute-form.js';
import type { ContactSchema } from '../contact-schema/contact-schema.js';
import { ContactSchemas } from '../contact-schema/contact-schemas.js';
import type { ContactSelection, Operation, OperationKind, OperationRequests } from './operation.js';
import { OperationLock } from './operation-lock.js';
import { nothingUploaded, operationEnded, operationNotFound } from './operations.errors.js';
import { OperationsRepository } from './operations.repository.js';
import type {
  StartAttributeUpdateDto,
  StartContactDisableDto,
  StartContactImportDto,
  StartSchemaChangeDto,
} from './start-operation.dto.js';

const URL_SECONDS = 3_600;

/** Operations as those see them who start and watch them. What they do is done by workers. */
@Injectable()
export class OperationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly operations: OperationsRepository,
    private readonly lock: OperationLock,
    private readonly schemas: ContactSchemas,
    private readonly brands: BrandsService,
    private readonly storage: Storage,
  ) {}

  /** @returns where a file for an import can be put, for an hour */
  async prepareUpload(accountId: string): Promise<{ upload: string; uploadUrl: string }> {
    await checkAccount(this.dataSource.manager, accountId);
    const upload = randomUUID();
    return {
      upload,
      uploadUrl: await this.storage.presignPut(objectKey(accountId, upload), { expiresSeconds: URL_SECONDS }),
    };
  }

  async startImport(accountId: string, startedBy: string, body: StartContactImportDto): Promise<Operation> {
    const { upload, format, publishBrandSubscribeEvents } = body;
    const key = objectKey(accountId, upload);
    const file = await this.storage.stat(key);
    if (!file) throw nothingUploaded();
    const request = { objectKey: key, etag: file.etag, bytes: file.size, format, publishBrandSubscribeEvents };
    return this.start(accountId, 'contact-import', startedBy, async () => request);
  }

  async startAttributeUpdate(accountId: string, startedBy: string, body: StartAttributeUpdateDto): Promise<Operation> {
    const { contacts, attributes } = body;
    refuse(attributeFormFaults(attributes, { removable: true }));
    return this.start(accountId, 'attribute-update', startedBy, async (tx, schema) => {
      refuse(schema.faults(attributes));
      return { contacts: await this.selection(tx, accountId, contacts), attributes };
    });
  }

  async startDisable(accountId: string, startedBy: string, { contacts }: StartContactDisableDto): Promise<Operation> {
    return this.start(accountId, 'contact-disable', startedBy, async (tx) => ({
      contacts: await this.selection(tx, accountId, contacts),
    }));
  }

  async startSchemaChange(accountId: string, startedBy: string, body: StartSchemaChangeDto): Promise<Operation> {
    const add = body.add.map(({ name, type, description }) => ({ name, type, description: description ?? null }));
    const { remove } = body;
    return this.start(accountId, 'schema-change', startedBy, async (_, schema) => {
      const names = add.map(({ name }) => name);
      refuse(firstErrors(schemaFaults(schema, names, remove)));
      return { add, remove };
    });
  }

  async list(accountId: string): Promise<Operation[]> {
    await checkAccount(this.dataSource.manager, accountId);
    return this.operations.list(accountId);
  }

  async get(id: string): Promise<Operation> {
    const operation = await this.operations.find(id);
    if (!operation) throw operationNotFound(id);
    return operation;
  }

  async errors(id: string): Promise<{ line: number; reason: string }[]> {
    await this.get(id);
    return this.operations.errors(id);
  }

  /** What was done stays done. */
  async cancel(id: string): Promise<Operation> {
    const cancelled = await this.operations.cancel(id);
    const operation = await this.get(id);
    if (!cancelled) throw operationEnded(operation.status);
    return operation;
  }

  /** @param request what is to be done, checked against the account as it stands when no mutation is under way */
  private async start<K extends OperationKind>(
    accountId: string,
    kind: K,
    startedBy: string,
    request: (tx: Tx, schema: ContactSchema) => Promise<OperationRequests[K]>,
  ): Promise<Operation> {
    await checkAccount(this.dataSource.manager, accountId);
    return this.dataSource.transaction(async (tx) => {
      const schema = await this.schemas.at(await this.lock.enterAlone(tx, accountId), tx);
      return this.operations.insert(tx, { accountId, kind, startedBy, request: await request(tx, schema) });
    });
  }

  private async selection(
    tx: Tx,
    accountId: string,
    { brandId, emailMd5s }: ContactSelection,
  ): Promise<ContactSelection> {
    const id = brandId?.toLowerCase();
    if (id !== undefined && !(await this.brands.findNamed(tx, accountId, [id])).has(id))
      refuse([{ pointer: '/contacts/brandId', detail: 'is not a brand of the account' }]);
    return { ...(id !== undefined && { brandId: id }), ...(emailMd5s && { emailMd5s }) };
  }
}

function objectKey(accountId: string, upload: string): string {
  return `uploads/contacts/${accountId}/${upload.toLowerCase()}`;
}

function* schemaFaults(schema: ContactSchema, add: string[], remove: string[]): Generator<FieldError> {
  const names = new Set(schema.attributes.map(({ name }) => name));
  const seen = new Set<string>();
  for (const [index, name] of add.entries()) {
    if (names.has(name) || seen.has(name)) yield { pointer: pointer('add', index, 'name'), detail: 'is there already' };
    seen.add(name);
  }
  for (const [index, name] of remove.entries())
    if (!names.has(name))
      yield { pointer: pointer('remove', index), detail: 'is not an attribute of the contact schema' };
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidRequest('The operation can not be started.', errors);
}
