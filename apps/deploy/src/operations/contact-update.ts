import { Injectable } from '@nestjs/common';
import { contactDisabled } from '#contracts';
import type { Tx } from '#database';
import { Outbox } from '#messaging';
import { BATCH, ContactBatchesRepository } from './contact-batches.repository.js';
import type { Operation, OperationWork, Step } from './operation.js';

type Update = 'attribute-update' | 'contact-disable';

/** Does the same to many contacts, in the order of their identity. */
@Injectable()
export class ContactUpdate implements OperationWork<Update> {
  constructor(
    private readonly batches: ContactBatchesRepository,
    private readonly outbox: Outbox,
  ) {}

  async step(tx: Tx, operation: Operation<Update>): Promise<Step> {
    const { accountId, request, progress, done } = operation;
    const { after = null, changed = 0 } = progress as { after?: string; changed?: number };
    const batch = { accountId, selection: request.contacts, after };
    const total = operation.total ?? (await this.batches.count(tx, batch));
    const ids = await this.batches.next(tx, batch);
    const changedNow = ids.length === 0 ? 0 : await this.change(tx, operation, ids);
    return {
      total,
      done: done + ids.length,
      progress: { after: ids.at(-1) ?? after, changed: changed + changedNow },
      finished: ids.length < BATCH,
    };
  }

  /** @returns how many of the contacts it changed */
  private change(tx: Tx, operation: Operation<Update>, ids: string[]): Promise<number> {
    const { accountId, request } = operation;
    if (!('attributes' in request)) return this.disable(tx, accountId, ids);
    const entries = Object.entries(request.attributes);
    return this.batches.setAttributes(tx, accountId, ids, {
      set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
      removed: entries.filter(([, value]) => value === null).map(([name]) => name),
    });
  }

  private async disable(tx: Tx, accountId: string, ids: string[]): Promise<number> {
    const disabled = await this.batches.disable(tx, accountId, ids);
    const events = disabled.map(({ emailMd5, email, at }) => ({
      subject: emailMd5,
      data: { accountId, emailMd5, email, disabledAt: at.toISOString() },
    }));
    await this.outbox.addAll(tx, contactDisabled, events);
    return disabled.length;
  }
}
