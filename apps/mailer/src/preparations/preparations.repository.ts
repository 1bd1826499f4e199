import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CleansingReady, SuppressionReady } from '#contracts';
import type { Tx } from '#database';
import type { NewPreparation, Preparation } from './preparation.js';

const PREPARATION = `id, status, error_code AS "errorCode", help, object_key AS "objectKey", file_name AS "fileName",
                     submitted_count::float8 AS "submittedCount", matched_count::float8 AS "matchedCount",
                     malformed_count::float8 AS "malformedCount"`;

@Injectable()
export class PreparationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(tx: Tx, preparation: NewPreparation): Promise<void> {
    const { id, accessKey, optoutListId, dcmaHash, requestedAt, linkExpiresAt } = preparation;
    await tx.query(
      `INSERT INTO preparation (id, access_key, optout_list_id, dcma_hash, requested_at, link_expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, accessKey, optoutListId, dcmaHash, requestedAt, linkExpiresAt],
    );
  }

  /** Once: a repeated answer changes nothing. */
  async settle(answer: SuppressionReady): Promise<void> {
    const { preparationId, status, errorCode, help, objectKey, fileName, watermark } = answer;
    await this.dataSource.query(
      `UPDATE preparation
       SET status = $2, error_code = $3, help = $4, object_key = $5, file_name = $6, watermark = $7
       WHERE id = $1 AND status = 'preparing'`,
      [preparationId, status, errorCode, help, objectKey, fileName, watermark],
    );
  }

  /** The same for a mailing list. */
  async settleCleansing(answer: CleansingReady): Promise<void> {
    const { preparationId, status, errorCode, help, objectKey, fileName } = answer;
    const { submittedCount, matchedCount, malformedCount } = answer;
    await this.dataSource.query(
      `UPDATE preparation
       SET status = $2, error_code = $3, help = $4, object_key = $5, file_name = $6,
           submitted_count = $7, matched_count = $8, malformed_count = $9
       WHERE id = $1 AND status = 'preparing'`,
      [preparationId, status, errorCode, help, objectKey, fileName, submittedCount, matchedCount, malformedCount],
    );
  }

  /** Those of the given ones that are no longer being prepared. */
  findSettled(ids: string[]): Promise<Preparation[]> {
    return this.dataSource.query(
      `SELECT ${PREPARATION} FROM preparation WHERE id = ANY ($1::uuid[]) AND status <> 'preparing'`,
      [ids],
    );
  }

  /** The one that a link of this key leads to, while the link is good. */
  async findByLink(accessKey: string, dcmaHash: string): Promise<Preparation | undefined> {
    const [preparation] = await this.dataSource.query(
      `SELECT ${PREPARATION} FROM preparation WHERE dcma_hash = $2 AND access_key = $1 AND link_expires_at > now()`,
      [accessKey, dcmaHash],
    );
    return preparation;
  }

  async hasFile(accessKey: string): Promise<boolean> {
    const [row] = await this.dataSource.query(
      `SELECT EXISTS (SELECT FROM preparation
                      WHERE access_key = $1 AND status = 'ready' AND link_expires_at > now()) AS found`,
      [accessKey],
    );
    return row.found;
  }

  /** From now on the key's deltas begin where this file ended. A cleansed mailing list is nothing that a delta could begin from. */
  async fetched(tx: Tx, id: string): Promise<void> {
    await tx.query(
      `UPDATE access_key
       SET fetched_watermark = preparation.watermark, fetched_list_id = preparation.optout_list_id
       FROM preparation
       WHERE preparation.id = $1 AND access_key.key = preparation.access_key AND preparation.watermark IS NOT NULL`,
      [id],
    );
  }

  /** @returns how many went */
  async removeExpired(): Promise<number> {
    const [, count] = await this.dataSource.query(
      `DELETE FROM preparation WHERE link_expires_at < now() - interval '1 day'`,
    );
    return count;
  }
}
