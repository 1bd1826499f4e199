import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { NewContact } from '../contacts/new-contact.js';

export interface Imported {
  emailMd5: string;
  /** As it is stored, which for a contact that was there may differ in case. */
  email: string;
  created: boolean;
}

@Injectable()
export class ContactImportRepository {
  /** Makes contacts that aren't there and merges the attributes of those that are. @param contacts of different identities, sorted */
  async merge(
    tx: Tx,
    accountId: string,
    contacts: Pick<NewContact, 'emailMd5' | 'email' | 'attributes'>[],
  ): Promise<Imported[]> {
    return tx.query(
      `INSERT INTO contact AS c (account_id, email_md5, email, attributes)
       SELECT $1, n."emailMd5", n.email, n.attributes
       FROM jsonb_to_recordset($2) AS n ("emailMd5" uuid, email text, attributes jsonb)
       ON CONFLICT (account_id, email_md5) DO UPDATE SET attributes = c.attributes || excluded.attributes
       RETURNING replace(email_md5::text, '-', '') AS "emailMd5", email, xmax = 0 AS created`,
      [accountId, JSON.stringify(contacts.map(({ emailMd5, email, attributes }) => ({ emailMd5, email, attributes })))],
    );
  }
}
