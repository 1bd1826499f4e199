/**
 * Bulk import of contacts from an uploaded file, CSV or NDJSON, read once from beginning to end. The worker that goes on with it keeps the file open from batch to batch,
 * one file at a time; another one opens it where the last committed batch ended.
 */
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Tx } from '#database';
import { ObjectChanged, ObjectMissing, Storage } from '#storage';
import { BrandsService } from '../brands/brands.service.js';
import { ContactSchemas } from '../contact-schema/contact-schemas.js';
import type { NewContact } from '../contacts/new-contact.js';
import { BrandSubscriptions } from '../subscriptions/brand-subscriptions.js';
import { ContactImportRepository } from './contact-import.repository.js';
import { csvFields } from './csv-fields.js';
import { importRow } from './import-row.js';
import type { Operation, OperationWork, Step } from './operation.js';
import { OperationFailed } from './operation-failed.js';
import { OperationsRepository } from './operations.repository.js';
import { Records, type TextRecord } from './records.js';

type Import = Operation<'contact-import'>;

const BATCH = 20_000;
/** Subscriptions, and so events, of one statement. */
const MOST_SUBSCRIPTIONS = 5_000;

interface Progress {
  offset: number;
  line: number;
  columns?: string[];
  created: number;
  updated: number;
  refused: number;
}

@Injectable()
export class ContactImport implements OperationWork<'contact-import'>, OnModuleDestroy {
  private open: { id: string; records: Records } | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly imports: ContactImportRepository,
    private readonly operations: OperationsRepository,
    private readonly schemas: ContactSchemas,
    private readonly brands: BrandsService,
    private readonly brandSubscriptions: BrandSubscriptions,
  ) {}

  async step(tx: Tx, operation: Import): Promise<Step> {
    const { request } = operation;
    const before: Progress = { offset: 0, line: 1, created: 0, updated: 0, refused: 0, ...operation.progress };
    try {
      const records = await this.records(operation, before);
      const taken = await records.take(BATCH);
      const finished = taken.length < BATCH;
      const columns = request.format === 'csv' ? (before.columns ?? header(taken.shift())) : undefined;
      const counted = await this.write(tx, operation, taken, columns);
      const progress: Progress = {
        offset: records.offset,
        line: records.line,
        ...(columns && { columns }),
        created: before.created + counted.created,
        updated: before.updated + counted.updated,
        refused: before.refused + counted.refused,
      };
      if (finished) await this.release();
      return { done: records.offset, total: request.bytes, progress: { ...progress }, finished };
    } catch (error) {
      await this.release();
      if (error instanceof ObjectMissing || error instanceof ObjectChanged)
        throw new OperationFailed('The uploaded file is gone, or another one is in its place.');
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.release();
  }

  private async records({ id, request }: Import, { offset, line }: Progress): Promise<Records> {
    if (this.open?.id === id && this.open.records.offset === offset) return this.open.records;
    await this.release();
    const chunks =
      offset < request.bytes
        ? await this.storage.get(request.objectKey, { start: offset, ifMatch: request.etag })
        : none();
    const records = new Records(chunks, request.format === 'csv', offset, line);
    this.open = { id, records };
    return records;
  }

  private async release(): Promise<void> {
    const { open } = this;
    this.open = undefined;
    await open?.records.close();
  }

  private async write(tx: Tx, operation: Import, records: TextRecord[], columns: string[] | undefined) {
    const { id, accountId, request } = operation;
    const schema = await this.schemas.current(tx, accountId);
    const options = { accountId, schema, publish: request.publishBrandSubscribeEvents, ...(columns && { columns }) };
    const rows = records.map((record) => ({ line: record.line, row: importRow(record, options) }));
    const named = rows.flatMap(({ row }) => (typeof row === 'string' ? [] : row.brandIds));
    const brands = await this.brands.findNamed(tx, accountId, [...new Set(named)]);
    const errors: { line: number; reason: string }[] = [];
    const good: NewContact[] = [];
    for (const { line, row } of rows) {
      const missing = typeof row === 'string' ? [] : row.brandIds.filter((brandId) => !brands.has(brandId));
      if (typeof row === 'string') errors.push({ line, reason: row });
      else if (missing.length > 0) errors.push({ line, reason: `/brandIds not in the account: ${missing.join(', ')}` });
      else good.push(row);
    }
    if (errors.length > 0) await this.operations.addErrors(tx, id, errors);
    const imported = await this.imports.merge(tx, accountId, onePerIdentity(good));
    const stored = new Map(imported.map((contact) => [contact.emailMd5, contact]));
    const subscriptions = subscriptionsOf(good).map(({ contact, brandId }) => {
      const { email, created } = stored.get(contact.emailMd5)!;
      const subscriber = { accountId, emailMd5: contact.emailMd5, email };
      return { subscriber, brand: brands.get(brandId)!, publish: contact.publish, created };
    });
    for (let from = 0; from < subscriptions.length; from += MOST_SUBSCRIPTIONS) {
      const some = subscriptions.slice(from, from + MOST_SUBSCRIPTIONS);
      const [fresh, others] = [some.filter(({ created }) => created), some.filter(({ created }) => !created)];
      await this.brandSubscriptions.add(tx, fresh, 'contact-created');
      await this.brandSubscriptions.add(tx, others, 'subscription-added');
    }
    const created = imported.filter((contact) => contact.created).length;
    return { created, updated: imported.length - created, refused: errors.length };
  }
}

function header(record: TextRecord | undefined): string[] {
  const columns = record && csvFields(record.text)?.map((name) => name.trim());
  if (!columns?.includes('email'))
    throw new OperationFailed('The first line must name the columns, one of them email.');
  if (new Set(columns).size < columns.length) throw new OperationFailed('The first line names a column twice.');
  return columns;
}

/** Rows about one contact come together as if they came one after the other: later attributes win. Sorted by identity. */
function onePerIdentity(rows: NewContact[]): NewContact[] {
  const merged = new Map<string, NewContact>();
  for (const row of rows) {
    const earlier = merged.get(row.emailMd5);
    merged.set(row.emailMd5, earlier ? { ...earlier, attributes: { ...earlier.attributes, ...row.attributes } } : row);
  }
  return [...merged.values()].sort((a, b) => (a.emailMd5 < b.emailMd5 ? -1 : 1));
}

/** Each subscription once, as the first row has it that names it. */
function subscriptionsOf(rows: NewContact[]): { contact: NewContact; brandId: string }[] {
  const first = new Map<string, { contact: NewContact; brandId: string }>();
  for (const contact of rows)
    for (const brandId of contact.brandIds) {
      const key = contact.emailMd5 + brandId;
      if (!first.has(key)) first.set(key, { contact, brandId });
    }
  return [...first.values()];
}

async function* none(): AsyncGenerator<Buffer> {}
