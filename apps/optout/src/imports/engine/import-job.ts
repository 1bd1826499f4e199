import type { Tx } from '#database';
import type { ImportStage, ImportStatus, ImportTarget } from './import.types.js';

/** An import as its parts need it. */
export interface ImportJob extends ImportTarget {
  readonly id: string;
  readonly userId: string;
  readonly status: ImportStatus;
  readonly stage: ImportStage;
  readonly size: number;
  readonly objectKey: string;
  readonly etag: string;
  readonly rangeBytes: number;
  /** Undefined until it is planned. */
  readonly ranges?: number;
}

const COLUMNS = `id, list_id AS "listId", user_id AS "userId", channel, storage, region, status, stage,
                 file_content_length::float8 AS size, object_key AS "objectKey", etag, range_bytes AS "rangeBytes", ranges`;

export async function findJob(tx: Tx, id: string): Promise<ImportJob | undefined> {
  const [row] = await tx.query(`SELECT ${COLUMNS} FROM import WHERE id = $1`, [id]);
  return row && jobOf(row);
}

/** Locks the list's imports against each other, then this one. Always in this order. See also {@link ListFolding}. */
export async function lockJob(tx: Tx, id: string): Promise<ImportJob | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(4733, hashtext(list_id)) FROM import WHERE id = $1`, [id]);
  const [row] = await tx.query(`SELECT ${COLUMNS} FROM import WHERE id = $1 FOR UPDATE`, [id]);
  return row && jobOf(row);
}

function jobOf({ region, ranges, ...row }: Record<string, unknown>): ImportJob {
  return { ...row, region: region ?? undefined, ranges: ranges ?? undefined } as unknown as ImportJob;
}
