import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Permission } from './permission.js';

@Entity('api_key')
export class ApiKey {
  /** The part of the key that isn't secret. */
  @PrimaryColumn('text')
  id: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Column('text')
  name: string;

  @Column('text')
  hash: string;

  @Column('text', { array: true })
  permissions: Permission[];

  /** Null: as many as it likes. */
  @Column('integer', { name: 'requests_per_minute', nullable: true })
  requestsPerMinute: number | null;

  @Column('boolean')
  revoked: boolean;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  @CreateDateColumn({ name: 'created_at' })
  createdAt: Date;
}
