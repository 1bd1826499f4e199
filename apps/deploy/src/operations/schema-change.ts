import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import { SchemaRepository } from '../contact-schema/schema.repository.js';
import { BATCH, ContactBatchesRepository } from './contact-batches.repository.js';
import type { Operation, OperationWork, Step } from './operation.js';

/** Strips the values of attributes that go, and changes the schema in the end: a change that is cancelled leaves the schema as it was. */
@Injectable()
export class SchemaChange implements OperationWork<'schema-change'> {
  constructor(
    private readonly batches: ContactBatchesRepository,
    private readonly schema: SchemaRepository,
  ) {}

  async step(tx: Tx, operation: Operation<'schema-change'>): Promise<Step> {
    const { accountId, request, progress, done } = operation;
    const { after = null, changed = 0 } = progress as { after?: string; changed?: number };
    const batch = { accountId, selection: {}, after };
    const strips = request.remove.length > 0;
    const total = operation.total ?? (strips ? await this.batches.count(tx, batch) : 0);
    const ids = strips ? await this.batches.next(tx, batch) : [];
    const stripped = await this.batches.setAttributes(tx, accountId, ids, { set: {}, removed: request.remove });
    const finished = ids.length < BATCH;
    if (finished) await this.schema.change(tx, accountId, { ...request, describe: [] });
    return {
      total,
      done: done + ids.length,
      progress: { after: ids.at(-1) ?? after, changed: changed + stripped },
      finished,
    };
  }
}
