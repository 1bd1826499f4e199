import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';

/** A cleansed mailing list that stands. */
export interface Cleansing {
  preparationId: string;
  objectKey: string;
  fileName: string;
  submittedCount: number;
  matchedCount: number;
  malformedCount: number;
  expiresAt: Date;
}

const CLEANSING = `id AS "preparationId", object_key AS "objectKey", file_name AS "fileName",
                   submitted_count::float8 AS "submittedCount", matched_count::float8 AS "matchedCount",
                   malformed_count::float8 AS "malformedCount", expires_at AS "expiresAt"`;

@Injectable()
export class CleansingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One worker at a time has a mailing list in hand; one that dies lets the next one in. */
  exclusively<T>(preparationId: string, work: () => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 2))`, [preparationId]);
      return work();
    });
  }

  async find(preparationId: string): Promise<Cleansing | undefined> {
    const [found] = await this.dataSource.query(`SELECT ${CLEANSING} FROM cleansing WHERE id = $1`, [preparationId]);
    return found;
  }

  /** It stands for 24 hours from now. */
  async add(tx: Tx, cleansing: Omit<Cleansing, 'expiresAt'>): Promise<Cleansing> {
    const { preparationId, objectKey, fileName, submittedCount, matchedCount, malformedCount } = cleansing;
    const [added] = await tx.query(
      `INSERT INTO cleansing (id, object_key, file_name, submitted_count, matched_count, malformed_count, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + interval '24 hours')
       RETURNING ${CLEANSING}`,
      [preparationId, objectKey, fileName, submittedCount, matchedCount, malformedCount],
    );
    return added;
  }

  /** Takes ZIPs whose time is over out of the table. @returns their keys in the storage */
  async takeExpired(tx: Tx, limit: number): Promise<string[]> {
    const [rows]: [{ objectKey: string }[], number] = await tx.query(
      `DELETE FROM cleansing
       WHERE id IN (SELECT id FROM cleansing WHERE expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING object_key AS "objectKey"`,
      [limit],
    );
    return rows.map(({ objectKey }) => objectKey);
  }
}
