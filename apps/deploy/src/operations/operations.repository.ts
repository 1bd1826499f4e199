import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LET_GO_WHEN_HANGING, type Tx } from '#database';
import type { Operation, OperationKind, OperationRequests, Step } from './operation.js';

const OPERATION = `
  id, account_id AS "accountId", kind, request, status, total::float8 AS total, done::float8 AS done, progress, message,
  started_by AS "startedBy", started_at AS "startedAt", finished_at AS "finishedAt"`;

/** Refused lines of an import that are kept; all are counted. */
const MOST_ERRORS = 1_000;

@Injectable()
export class OperationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert<K extends OperationKind>(
    tx: Tx,
    operation: { accountId: string; kind: K; request: OperationRequests[K]; startedBy: string },
  ): Promise<Operation> {
    const { accountId, kind, request, startedBy } = operation;
    const [row] = await tx.query(
      `INSERT INTO operation (id, account_id, kind, request, started_by) VALUES ($1, $2, $3, $4, $5) RETURNING ${OPERATION}`,
      [randomUUID(), accountId, kind, JSON.stringify(request), startedBy],
    );
    return row;
  }

  async find(id: string): Promise<Operation | undefined> {
    const [row] = await this.dataSource.query(`SELECT ${OPERATION} FROM operation WHERE id = $1`, [id]);
    return row;
  }

  /** The newest 100 of an account, newest first. */
  list(accountId: string): Promise<Operation[]> {
    return this.dataSource.query(
      `SELECT ${OPERATION} FROM operation WHERE account_id = $1 ORDER BY started_at DESC, id LIMIT 100`,
      [accountId],
    );
  }

  /** Waits for the batch in hand, which is kept. @returns whether it was running */
  async cancel(id: string): Promise<boolean> {
    const [rows] = await this.dataSource.query(
      `UPDATE operation SET status = 'cancelled', finished_at = now() WHERE id = $1 AND status = 'running' RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }

  async running(): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM operation WHERE status = 'running' ORDER BY started_at`,
    );
    return rows.map(({ id }) => id);
  }

  /** @returns how often it was tried in vain since the last batch that was committed */
  async countFailure(id: string): Promise<number> {
    const [[row]] = await this.dataSource.query(
      'UPDATE operation SET tries = tries + 1 WHERE id = $1 RETURNING tries',
      [id],
    );
    return row?.tries ?? 0;
  }

  /** The operation, kept from all other workers until the transaction ends; undefined if one of them has it, or it has ended. */
  async take(tx: Tx, id: string): Promise<Operation | undefined> {
    const [row] = await tx.query(
      `SELECT ${OPERATION}, ${LET_GO_WHEN_HANGING}
       FROM operation WHERE id = $1 AND status = 'running' FOR NO KEY UPDATE SKIP LOCKED`,
      [id],
    );
    return row;
  }

  async advance(tx: Tx, id: string, { done, total, progress, finished }: Step): Promise<void> {
    await tx.query(
      `UPDATE operation SET done = $2, total = $3, progress = $4, tries = 0,
              status = CASE WHEN $5 THEN 'succeeded' ELSE status END, finished_at = CASE WHEN $5 THEN now() END
       WHERE id = $1`,
      [id, done, total, JSON.stringify(progress), finished],
    );
  }

  async fail(id: string, message: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE operation SET status = 'failed', message = $2, finished_at = now() WHERE id = $1 AND status = 'running'`,
      [id, message],
    );
  }

  async addErrors(tx: Tx, id: string, errors: { line: number; reason: string }[]): Promise<void> {
    await tx.query(
      `INSERT INTO operation_error (operation_id, line, reason)
       SELECT $1, * FROM unnest($2::bigint[], $3::text[])
       LIMIT greatest(0, ${MOST_ERRORS} - (SELECT count(*) FROM operation_error WHERE operation_id = $1))`,
      [id, errors.map(({ line }) => line), errors.map(({ reason }) => reason)],
    );
  }

  errors(id: string): Promise<{ line: number; reason: string }[]> {
    return this.dataSource.query(
      'SELECT line::float8 AS line, reason FROM operation_error WHERE operation_id = $1 ORDER BY line',
      [id],
    );
  }
}
