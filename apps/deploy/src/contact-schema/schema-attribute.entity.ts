import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AttributeType } from './attribute-type.js';

/** A custom attribute of an account's contact schema. */
@Entity('schema_attribute')
export class SchemaAttribute {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @PrimaryColumn('text')
  name: string;

  @Column('text')
  type: AttributeType;

  @Column('text', { nullable: true })
  description: string | null;

  /** Attributes stand in the order in which they were added. */
  @Column('bigint')
  position: string;
}
