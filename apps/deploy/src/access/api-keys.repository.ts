import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { gathered } from '../database/gathered.js';
import type { Permission } from './permission.js';

/** A key with what a request needs to know of its account. */
export interface KnownKey {
  id: string;
  hash: string;
  revoked: boolean;
  permissions: Permission[];
  requestsPerMinute: number | null;
  accountId: string;
  schemaVersion: string;
}

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly dataSource: DataSource) {}

  readonly find = gathered(async (ids: string[]): Promise<(KnownKey | undefined)[]> => {
    const rows: KnownKey[] = await this.dataSource.query(
      `SELECT k.id, k.hash, k.revoked, k.permissions,
              k.requests_per_minute AS "requestsPerMinute",
              k.account_id          AS "accountId",
              a.schema_version      AS "schemaVersion"
       FROM api_key k JOIN account a ON a.id = k.account_id
       WHERE k.id = ANY ($1)`,
      [[...new Set(ids)]],
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => known.get(id));
  });

  /** @param ids sorted */
  async markUsed({ ids, times }: { ids: string[]; times: Date[] }): Promise<void> {
    await this.dataSource.query(
      `UPDATE api_key k SET last_used_at = used.at
       FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
       WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`,
      [ids, times],
    );
  }
}
