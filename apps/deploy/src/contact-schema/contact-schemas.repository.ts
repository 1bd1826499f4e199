import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { AttributeDefinition } from './contact-schema.js';

@Injectable()
export class ContactSchemasRepository {
  /** The schema as it is now, with its version, both of one snapshot. Undefined where there is no such account. */
  async find(tx: Tx, accountId: string): Promise<{ version: string; attributes: AttributeDefinition[] } | undefined> {
    const [row] = await tx.query(
      `SELECT schema_version AS version,
              (SELECT coalesce(json_agg(json_build_object('name', name, 'type', type, 'description', description)
                                        ORDER BY position), '[]')
               FROM schema_attribute WHERE account_id = account.id) AS attributes
       FROM account WHERE id = $1`,
      [accountId],
    );
    return row;
  }
}
