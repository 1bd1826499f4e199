import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface TokenUse {
  id: string;
  name: string;
  revoked: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

@Injectable()
export class TokenUseRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The user's tokens, revoked ones too, oldest first. */
  ofUser(userId: string): Promise<TokenUse[]> {
    return this.dataSource.query(
      `SELECT id, name, revoked_at IS NOT NULL AS revoked, created_at AS "createdAt", last_used_at AS "lastUsedAt"
       FROM list_token
       WHERE user_id = $1 AND deleted_at IS NULL
       ORDER BY created_at, id`,
      [userId],
    );
  }
}
