import type { Tx } from '#database';
import type { AttributeValue } from '../contact-schema/attribute-type.js';
import type { AttributeDefinition } from '../contact-schema/contact-schema.js';

/** Which contacts an operation is about: all, those of a brand, or those named. */
export interface ContactSelection {
  brandId?: string;
  emailMd5s?: string[];
}

/** What each kind of operation was asked to do. */
export interface OperationRequests {
  'contact-import': {
    objectKey: string;
    etag: string;
    bytes: number;
    format: 'csv' | 'ndjson';
    publishBrandSubscribeEvents: boolean;
  };
  'attribute-update': { contacts: ContactSelection; attributes: Record<string, AttributeValue | null> };
  'contact-disable': { contacts: ContactSelection };
  'schema-change': { add: AttributeDefinition[]; remove: string[] };
}

export type OperationKind = keyof OperationRequests;

export const operationKinds = ['contact-import', 'attribute-update', 'contact-disable', 'schema-change'] as const;

export const operationStatuses = ['running', 'succeeded', 'failed', 'cancelled'] as const;

export interface Operation<K extends OperationKind = OperationKind> {
  id: string;
  accountId: string;
  kind: K;
  request: OperationRequests[K];
  status: (typeof operationStatuses)[number];
  /** Units of work: bytes of an import, contacts of the others. Null until it is known. */
  total: number | null;
  done: number;
  /** Where the next batch begins, and what was counted. Each kind's own matter. */
  progress: Record<string, unknown>;
  message: string | null;
  startedBy: string;
  startedAt: Date;
  finishedAt: Date | null;
}

/** What one batch brought an operation. */
export interface Step {
  /** Units done since the beginning. */
  done: number;
  total: number;
  progress: Record<string, unknown>;
  finished: boolean;
}

/** How operations of one kind are done. */
export interface OperationWork<K extends OperationKind> {
  /**
   * One batch, in the transaction that also writes down how far it came: a worker that dies leaves nothing half done, and the next one goes on from there.
   * @throws {OperationFailed} where trying again is of no use
   */
  step(tx: Tx, operation: Operation<K>): Promise<Step>;
  /** After the last batch has been committed; not if the worker dies in that moment. */
  finished?(operation: Operation<K>): Promise<void>;
}
