import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Everything of the Deploy API belongs to one account. */
@Entity('account')
export class Account {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Names the present state of the account's schema, and no other state of any account's. */
  @Column('bigint', { name: 'schema_version' })
  schemaVersion: string;

  @CreateDateColumn({ name: 'created_at' })
  createdAt: Date;
}
