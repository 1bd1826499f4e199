import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import type { PageStart } from '../../admin/page-start.js';
import { Runs } from '../../opt-outs/index.js';
import type { ImportView, NewImport } from './import.types.js';
import { lockJob } from './import-job.js';
import { ImportProgress } from './import-progress.js';
import { rangeBytesOf } from './import-ranges.js';
import { IMPORT_VIEW, viewOf } from './import-view.js';

/** The life of an import, from the prepared upload to its end or its removal. */
@Injectable()
export class Imports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly progress: ImportProgress,
    private readonly runs: Runs,
  ) {}

  /** Opens an import that waits for its file. @returns its id (the importReference) and the key the file has to be put under. */
  async create(tx: Tx, upload: NewImport): Promise<{ id: string; objectKey: string }> {
    const id = randomUUID();
    const objectKey = `uploads/${id}`;
    await tx.query(
      `INSERT INTO import (id, list_id, user_id, channel, storage, region, file_content_length, object_key, url_expires_at, range_bytes)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        upload.listId,
        upload.userId,
        upload.channel,
        upload.storage,
        upload.region ?? null,
        upload.fileContentLength,
        objectKey,
        upload.urlExpiresAt,
        rangeBytesOf(upload.storage),
      ],
    );
    return { id, objectKey };
  }

  /** Imports that wait for their file, oldest first. */
  async open(): Promise<ImportView[]> {
    const rows = await this.dataSource.query(
      `${IMPORT_VIEW} WHERE status = 'running' AND stage = 'open' ORDER BY created_at`,
    );
    return rows.map(viewOf);
  }

  /** The whole file is there: pins this very version of it and has it imported. Does nothing if that happened before. */
  async noticed(tx: Tx, id: string, file: { etag: string; size: number }): Promise<void> {
    const [[noticed]] = await tx.query(
      `UPDATE import SET stage = 'reading', noticed_at = clock_timestamp(), moved_at = clock_timestamp(), etag = $2
        WHERE id = $1 AND stage = 'open' AND status = 'running' AND file_content_length = $3 RETURNING list_id`,
      [id, file.etag, file.size],
    );
    if (noticed) await this.progress.requestPlan(tx, { id, listId: noticed.list_id });
  }

  /** Ends an import that waits for its file. Does nothing if it isn't waiting. */
  async fail(tx: Tx, id: string, message: string): Promise<void> {
    const job = await lockJob(tx, id);
    if (job?.status === 'running' && job.stage === 'open') await this.progress.fail(tx, job, message);
  }

  /** Takes an ended import's opt-outs out of the list, unless they came in another way too. @returns false if there is none, or it is still running. */
  async remove(tx: Tx, id: string): Promise<boolean> {
    const job = await lockJob(tx, id);
    if (!job || job.status === 'running') return false;
    await this.runs.hide(tx, id);
    await tx.query(`UPDATE import SET status = 'removed' WHERE id = $1`, [id]);
    return true;
  }

  async status(id: string): Promise<ImportView | undefined> {
    const [row] = await this.dataSource.query(`${IMPORT_VIEW} WHERE id = $1`, [id]);
    return row && viewOf(row);
  }

  /** Newest first. */
  async list(filter: { listId?: string; limit: number; before?: PageStart }): Promise<ImportView[]> {
    const rows = await this.dataSource.query(
      `${IMPORT_VIEW} WHERE ($1::text IS NULL OR list_id = $1) AND ($2::timestamptz IS NULL OR created_at < $2 + $3 * interval '1 microsecond')
        ORDER BY created_at DESC, id LIMIT $4`,
      [filter.listId ?? null, filter.before?.date ?? null, filter.before?.micros ?? 0, filter.limit],
    );
    return rows.map(viewOf);
  }
}
