import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { UnsubscribeHandling } from './unsubscribe-handling.js';

@Entity('brand')
export class Brand {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** {@link foldCase} of the name. */
  @Column('text', { name: 'folded_name' })
  foldedName: string;

  @Column('boolean')
  enabled: boolean;

  @Column('text', { name: 'from_address', nullable: true })
  fromAddress: string | null;

  /** The domain that mail is sent from. */
  @Column('text', { nullable: true })
  domain: string | null;

  @Column('jsonb')
  esps: { id: string; name: string }[];

  @Column('jsonb')
  verticals: { id: number; label: string }[];

  @Column('jsonb', { name: 'unsubscribe_handling' })
  unsubscribeHandling: UnsubscribeHandling;

  @CreateDateColumn({ name: 'created_at' })
  createdAt: Date;
}
