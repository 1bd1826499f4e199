import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';

export interface SuppressionFile {
  id: string;
  /** Hash of what was asked for. */
  identity: string;
  /** Hash of what it was made from. */
  state: string;
  objectKey: string;
  fileName: string;
  watermark: string;
  entryCount: number;
  byteCount: number;
}

/** A link is good for 24 hours; the rest is for a download that begins in its last second. */
const LIFE = `interval '26 hours'`;
const FILE = `id, identity, state, object_key AS "objectKey", file_name AS "fileName", entry_count::float8 AS "entryCount",
              byte_count::float8 AS "byteCount", expires_at AS "expiresAt",
              to_char(watermark AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS watermark`;

@Injectable()
export class SuppressionFilesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One maker of a file at a time, over all workers; the others find what he made. A maker that dies lets the next one in. */
  exclusively<T>(identity: string, make: () => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 1))`, [identity]);
      return make();
    });
  }

  /**
   * Runs `begin` while lists, groups and the global list stand still. Their changes are stamped under the same lock, so a change is either seen by `begin`, or stamped after all that `begin` did: a delta
   * from a watermark that was drawn meanwhile will notice it.
   */
  whileListsStandStill<T>(begin: () => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('directory', 0))`);
      return begin();
    });
  }

  /** The file that was made from the same, if it still stands. Its life begins anew, in the same moment as it is found: whoever removes files can't come in between. */
  async useAgain(identity: string, state: string): Promise<(SuppressionFile & { expiresAt: Date }) | undefined> {
    const [[file]] = await this.dataSource.query(
      `UPDATE suppression_file
       SET expires_at = now() + ${LIFE}
       WHERE id = (SELECT id FROM suppression_file
                   WHERE identity = $1 AND state = $2 AND expires_at > now()
                   ORDER BY watermark DESC LIMIT 1 FOR UPDATE)
       RETURNING ${FILE}`,
      [identity, state],
    );
    return file;
  }

  async add(file: SuppressionFile): Promise<SuppressionFile & { expiresAt: Date }> {
    const [added] = await this.dataSource.query(
      `INSERT INTO suppression_file (id, identity, state, object_key, file_name, watermark, entry_count, byte_count, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + ${LIFE})
       RETURNING ${FILE}`,
      [
        file.id,
        file.identity,
        file.state,
        file.objectKey,
        file.fileName,
        file.watermark,
        file.entryCount,
        file.byteCount,
      ],
    );
    return added;
  }

  async remove(id: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM suppression_file WHERE id = $1`, [id]);
  }

  /** Takes files that nobody can fetch any more out of the table. @returns their keys in the storage */
  async takeExpired(tx: Tx, limit: number): Promise<string[]> {
    const [rows]: [{ objectKey: string }[], number] = await tx.query(
      `DELETE FROM suppression_file
       WHERE id IN (SELECT id FROM suppression_file WHERE expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING object_key AS "objectKey"`,
      [limit],
    );
    return rows.map(({ objectKey }) => objectKey);
  }
}
