import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';

export interface StoredToken {
  userId: string;
  /** SHA-256, 64 hexadecimal digits. */
  hash: string;
}

@Injectable()
export class TokensRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The token with this public part, unless it or its user is gone. */
  async findLive(id: string): Promise<StoredToken | undefined> {
    const [token]: StoredToken[] = await this.dataSource.query(
      `SELECT token.user_id AS "userId", encode(token.hash, 'hex') AS hash
       FROM list_token token JOIN list_user ON list_user.id = token.user_id
       WHERE token.id = $1 AND token.revoked_at IS NULL AND list_user.deleted_at IS NULL`,
      [id],
    );
    return token;
  }

  async markUsed({ ids, times }: { ids: string[]; times: Date[] }, tx: Tx = this.dataSource.manager): Promise<void> {
    await tx.query(
      `UPDATE list_token SET last_used_at = greatest(last_used_at, used.at)
       FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
       WHERE list_token.id = used.id`,
      [ids, times],
    );
  }
}
