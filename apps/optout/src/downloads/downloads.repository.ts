import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import type { PageStart } from '../admin/page-start.js';
import type { Selection } from './selection.js';

export interface NewDownload {
  id: string;
  userId: string;
  listId: string;
  selection: Selection;
  objectKey: string;
  urlExpiresAt: Date;
}

export interface Download extends NewDownload {
  status: 'preparing' | 'ready' | 'failed' | 'expired';
  message: string | null;
  /** Rows written so far. */
  rowCount: number;
  /** Of the finished file. */
  byteCount: number | null;
  /** RFC 3339 with microseconds: pages begin at it. */
  createdAt: string;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const fields = `
  id, user_id AS "userId", list_id AS "listId", selection, object_key AS "objectKey", status, message,
  row_count::float8 AS "rowCount", byte_count::float8 AS "byteCount",
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt",
  url_expires_at AS "urlExpiresAt", started_at AS "startedAt", finished_at AS "finishedAt"`;

@Injectable()
export class DownloadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, { id, userId, listId, selection, objectKey, urlExpiresAt }: NewDownload): Promise<void> {
    await tx.query(
      `INSERT INTO download (id, user_id, list_id, selection, object_key, url_expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, userId, listId, selection, objectKey, urlExpiresAt],
    );
  }

  async find(id: string): Promise<Download | undefined> {
    const [download] = await this.dataSource.query(`SELECT ${fields} FROM download WHERE id = $1`, [id]);
    return download;
  }

  /** Newest first. */
  list(filter: { optoutListId?: string; before?: PageStart; limit: number }): Promise<Download[]> {
    return this.dataSource.query(
      `SELECT ${fields} FROM download
       WHERE ($1::text IS NULL OR list_id = $1) AND ($2::timestamptz IS NULL OR created_at < $2 + $3 * interval '1 microsecond')
       ORDER BY created_at DESC, id
       LIMIT $4`,
      [filter.optoutListId ?? null, filter.before?.date ?? null, filter.before?.micros ?? 0, filter.limit],
    );
  }

  /** The download, if its file is still to be made; undefined if it is made, was given up, or nobody could fetch it any more. */
  async begin(id: string): Promise<Download | undefined> {
    const [[download]] = await this.dataSource.query(
      `UPDATE download SET started_at = coalesce(started_at, clock_timestamp()), row_count = 0
       WHERE id = $1 AND status = 'preparing' AND url_expires_at > clock_timestamp()
       RETURNING ${fields}`,
      [id],
    );
    return download;
  }

  async progress(id: string, rowCount: number): Promise<void> {
    await this.dataSource.query(`UPDATE download SET row_count = $2 WHERE id = $1 AND status = 'preparing'`, [
      id,
      rowCount,
    ]);
  }

  /** @returns the list's id; undefined if the download had ended before */
  async end(
    tx: Tx,
    id: string,
    end: { status: 'ready'; rowCount: number; byteCount: number } | { status: 'failed'; message: string },
  ): Promise<string | undefined> {
    const {
      message = null,
      rowCount = null,
      byteCount = null,
    } = end as { message?: string; rowCount?: number; byteCount?: number };
    const [[download]] = await tx.query(
      `UPDATE download
       SET status = $2, message = $3, row_count = coalesce($4, row_count), byte_count = $5, finished_at = clock_timestamp()
       WHERE id = $1 AND status = 'preparing'
       RETURNING list_id AS "listId"`,
      [id, end.status, message, rowCount, byteCount],
    );
    return download?.listId;
  }

  /** Some whose URL is no longer good. */
  findExpired(limit: number): Promise<Pick<Download, 'id' | 'objectKey'>[]> {
    return this.dataSource.query(
      `SELECT id, object_key AS "objectKey" FROM download
       WHERE status IN ('preparing', 'ready') AND url_expires_at <= clock_timestamp()
       ORDER BY url_expires_at
       LIMIT $1`,
      [limit],
    );
  }

  async markExpired(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE download SET status = 'expired' WHERE id = $1 AND status IN ('preparing', 'ready')`,
      [id],
    );
  }
}
