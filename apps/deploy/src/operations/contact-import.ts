/**
 * Bulk import of contacts from an uploaded file, CSV or NDJSON, read once from beginning to end. While the database merges a batch the next one is read and checked. The worker that goes
 * on with an import keeps its file open from batch to batch; another one opens it where the last committed batch ended.
 */
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Tx } from '#database';
import { ObjectChanged, ObjectMissing, Storage } from '#storage';
import type { NamedBrand } from '../brands/brands.repository.js';
import { BrandsService } from '../brands/brands.service.js';
import type { NewContact } from '../contacts/new-contact.js';
import { BrandSubscriptions } from '../subscriptions/brand-subscriptions.js';
import {
  type AddedSubscription,
  ContactImportRepository,
  type StagedSubscription,
} from './contact-import.repository.js';
import type { ImportBatch, ImportReader, Place } from './import-reader.js';
import { ImportReaders } from './import-readers.js';
import type { Operation, OperationWork, Step } from './operation.js';
import { OperationFailed } from './operation-failed.js';
import { OperationsRepository } from './operations.repository.js';

type Import = Operation<'contact-import'>;

/** Events of one statement. */
const MOST_EVENTS = 5_000;

interface Progress extends Place {
  created: number;
  updated: number;
  refused: number;
}

@Injectable()
export class ContactImport implements OperationWork<'contact-import'>, OnModuleDestroy {
  constructor(
    private readonly readers: ImportReaders,
    private readonly imports: ContactImportRepository,
    private readonly operations: OperationsRepository,
    private readonly brands: BrandsService,
    private readonly brandSubscriptions: BrandSubscriptions,
    private readonly storage: Storage,
  ) {}

  async step(tx: Tx, operation: Import): Promise<Step> {
    const { id, request } = operation;
    const before: Progress = { offset: 0, line: 1, created: 0, updated: 0, refused: 0, ...operation.progress };
    try {
      const reader = await this.readers.at(tx, operation, before);
      const batch = await reader.next();
      const counted = await this.write(tx, operation, batch, reader);
      if (batch.isLast) this.readers.close(id);
      const progress: Progress = {
        ...batch.end,
        created: before.created + counted.created,
        updated: before.updated + counted.updated,
        refused: before.refused + counted.refused,
      };
      return { done: batch.end.offset, total: request.bytes, progress: { ...progress }, finished: batch.isLast };
    } catch (error) {
      this.readers.close(id);
      if (error instanceof ObjectMissing || error instanceof ObjectChanged)
        throw new OperationFailed('The uploaded file is gone, or another one is in its place.');
      throw error;
    }
  }

  /** What is left behind the storage removes after days. */
  finished({ request }: Import): Promise<void> {
    return this.storage.remove(request.objectKey);
  }

  onModuleDestroy(): void {
    this.readers.closeAll();
  }

  private async write(tx: Tx, { id, accountId }: Import, batch: ImportBatch, reader: ImportReader) {
    const named = new Set(batch.rows.flatMap(({ contact }) => contact.brandIds));
    const brands = await this.brands.findNamed(tx, accountId, [...named]);
    const { contacts, errors } = withKnownBrands(batch, brands);
    if (errors.length > 0) await this.operations.addErrors(tx, id, errors);
    const merged = onePerIdentity(contacts);
    const subscriptions = subscriptionsOf(contacts);
    await this.imports.stage(tx, merged.values(), subscriptions);
    if (!batch.isLast) reader.readAhead();
    const { created, added } =
      subscriptions.length > 0
        ? await this.imports.mergeSubscribed(tx, accountId)
        : { created: await this.imports.merge(tx, accountId), added: [] };
    await this.tell(tx, accountId, added, brands);
    return { created, updated: merged.size - created, refused: errors.length };
  }

  private async tell(
    tx: Tx,
    accountId: string,
    added: AddedSubscription[],
    brands: ReadonlyMap<string, NamedBrand>,
  ): Promise<void> {
    for (let from = 0; from < added.length; from += MOST_EVENTS) {
      const some = added.slice(from, from + MOST_EVENTS).map(({ emailMd5, email, created, brandId, subscribedAt }) => ({
        subscriber: { accountId, emailMd5, email },
        brand: brands.get(brandId)!,
        subscribedAt,
        cause: created ? ('contact-created' as const) : ('subscription-added' as const),
      }));
      await this.brandSubscriptions.tell(tx, some);
    }
  }
}

/** What of the batch can be written, and all that can't. */
function withKnownBrands({ rows, errors }: ImportBatch, brands: ReadonlyMap<string, unknown>) {
  const all = [...errors];
  const contacts: NewContact[] = [];
  for (const { line, contact } of rows) {
    const missing = contact.brandIds.filter((brandId) => !brands.has(brandId));
    if (missing.length > 0) all.push({ line, reason: `/brandIds not in the account: ${missing.join(', ')}` });
    else contacts.push(contact);
  }
  return { contacts, errors: all.sort((a, b) => a.line - b.line) };
}

/** Rows about one contact come together as if they came one after the other: later attributes win. */
function onePerIdentity(rows: NewContact[]): Map<string, NewContact> {
  const merged = new Map<string, NewContact>();
  for (const row of rows) {
    const earlier = merged.get(row.emailMd5);
    merged.set(row.emailMd5, earlier ? { ...earlier, attributes: { ...earlier.attributes, ...row.attributes } } : row);
  }
  return merged;
}

/** Each subscription once, as the first row has it that names it. */
function subscriptionsOf(rows: NewContact[]): StagedSubscription[] {
  const first = new Map<string, StagedSubscription>();
  for (const { emailMd5, brandIds, publish } of rows)
    for (const brandId of brandIds) {
      const key = emailMd5 + brandId;
      if (!first.has(key)) first.set(key, { emailMd5, brandId, publish });
    }
  return [...first.values()];
}
