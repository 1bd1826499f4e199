import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An endpoint of an account's own, to which its events are POSTed. */
@Entity('webhook')
export class Webhook {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  url: string;

  /** Names of the events that it gets. */
  @Column('text', { array: true })
  events: string[];

  /** Wished so, and not disabled for its failures. */
  @Column('boolean')
  enabled: boolean;

  /** First of the failures that no success has followed. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince: Date | null;

  /** Why the service disabled it; null if it didn't. */
  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason: string | null;

  @CreateDateColumn({ name: 'created_at' })
  createdAt: Date;

  // The secrets are columns that only the queries that need them name: nothing that finds an endpoint can show one.
}
