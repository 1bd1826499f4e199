import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { context } from '#observability';

/** Token of how long entries are kept, in milliseconds. */
export const AUDIT_KEEP_MS = Symbol('how long the audit trail is kept');

const PRUNED_EVERY_MS = 3_600_000;

/** What an admin asks for. Nothing of a body, for there are persons and secrets. */
export interface AdminAction {
  admin: string;
  action: string;
  target: Record<string, unknown>;
}

export interface AuditEntry extends AdminAction {
  id: string;
  at: Date;
  status: number | null;
  requestId: string | null;
}

/**
 * Who did what with the admin API, and how it ended. An entry is committed before the action begins, and completed before its answer is sent: there is none without an entry, and one without a status
 * is of a process that died in between.
 */
@Injectable()
export class AuditTrail implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Audit');
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(AUDIT_KEEP_MS) private readonly keepMs: number,
  ) {}

  /** @returns its id */
  async begin({ admin, action, target }: AdminAction): Promise<string> {
    const [{ id }] = await this.dataSource.query(
      'INSERT INTO audit (admin, action, target, request_id) VALUES ($1, $2, $3, $4) RETURNING id',
      [admin, action, JSON.stringify(target), context.get().requestId ?? null],
    );
    return id;
  }

  /** Never rejects: the action is done, and its answer must be given. */
  async end(id: string, status: number): Promise<void> {
    await this.dataSource
      .query('UPDATE audit SET status = $2 WHERE id = $1', [id, status])
      .catch((err) => this.logger.error({ msg: 'the outcome could not be entered', entry: id, status, err }));
  }

  /** Newest first. @param before id of an entry */
  entries({ before, limit }: { before?: number; limit: number }): Promise<AuditEntry[]> {
    return this.dataSource.query(
      `SELECT id, at, admin, action, target, status, request_id AS "requestId"
         FROM audit WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
      [before ?? null, limit],
    );
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.prune().catch((err) => this.logger.warn({ msg: 'old entries will be forgotten later', err }));
    }, PRUNED_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Forgets what is older than is to be kept. */
  async prune(): Promise<void> {
    await this.dataSource.query('DELETE FROM audit WHERE at < now() - make_interval(secs => $1)', [
      this.keepMs / 1_000,
    ]);
  }
}
