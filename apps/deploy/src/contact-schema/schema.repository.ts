import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { AttributeDefinition } from './contact-schema.js';

export interface SchemaEdit {
  add: AttributeDefinition[];
  /** Attributes that get another description. */
  describe: { name: string; description: string | null }[];
  remove: string[];
}

/** Changes schemas. Only to be done with the account's mutations kept out: they rely on the schema's standing still. */
@Injectable()
export class SchemaRepository {
  async change(tx: Tx, accountId: string, { add, describe, remove }: SchemaEdit): Promise<void> {
    await tx.query('DELETE FROM schema_attribute WHERE account_id = $1 AND name = ANY ($2)', [accountId, remove]);
    await tx.query(
      `UPDATE schema_attribute a SET description = d.description
       FROM unnest($2::text[], $3::text[]) AS d (name, description) WHERE a.account_id = $1 AND a.name = d.name`,
      [accountId, describe.map(({ name }) => name), describe.map(({ description }) => description)],
    );
    await tx.query(
      `INSERT INTO schema_attribute (account_id, name, type, description)
       SELECT $1, a.name, a.type, a.description
       FROM jsonb_array_elements($2) WITH ORDINALITY AS e (value, place),
            jsonb_to_record(e.value) AS a (name text, type text, description text)
       ORDER BY e.place`,
      [accountId, JSON.stringify(add)],
    );
    await tx.query(`UPDATE account SET schema_version = nextval('schema_version') WHERE id = $1`, [accountId]);
  }
}
