import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import type { Attributes } from '../contact-schema/attribute-type.js';
import { gathered } from '../database/gathered.js';
import type { Contact } from './contact.js';
import type { NewContact } from './new-contact.js';

interface ContactKey {
  accountId: string;
  emailMd5: string;
}

const CONTACT = `
  c.email, c.attributes, c.enabled, c.created_at AS "createdAt",
  ARRAY(SELECT s.brand_id FROM subscription s
        WHERE s.account_id = c.account_id AND s.email_md5 = c.email_md5
        ORDER BY s.subscribed_at, s.brand_id) AS "brandIds"`;

@Injectable()
export class ContactsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Contacts as they were last committed. */
  readonly find = gathered(async (keys: ContactKey[]): Promise<(Contact | undefined)[]> => {
    const rows: (Contact & { place: number })[] = await this.dataSource.query(
      `SELECT k.place::int AS place, ${CONTACT}
       FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k (account_id, email_md5, place)
       JOIN contact c USING (account_id, email_md5)`,
      [keys.map(({ accountId }) => accountId), keys.map(({ emailMd5 }) => emailMd5)],
    );
    const found: (Contact | undefined)[] = keys.map(() => undefined);
    for (const { place, ...contact } of rows) found[place - 1] = contact;
    return found;
  });

  /** Within the transaction, with the row locked: nobody else changes it until the end. */
  async lock(tx: Tx, { accountId, emailMd5 }: ContactKey): Promise<Contact | undefined> {
    const [row] = await tx.query(
      `SELECT ${CONTACT} FROM contact c WHERE c.account_id = $1 AND c.email_md5 = $2 FOR NO KEY UPDATE OF c`,
      [accountId, emailMd5],
    );
    return row;
  }

  async emailOf(tx: Tx, { accountId, emailMd5 }: ContactKey): Promise<string | undefined> {
    const [row] = await tx.query('SELECT email FROM contact WHERE account_id = $1 AND email_md5 = $2', [
      accountId,
      emailMd5,
    ]);
    return row?.email;
  }

  /**
   * Of all who try at once to make a contact of the same identity one succeeds.
   * @param contacts of different identities. @returns when each was made that wasn't there, by its identity
   */
  async insert(tx: Tx, accountId: string, contacts: NewContact[]): Promise<Map<string, Date>> {
    if (contacts.length === 0) return new Map();
    // Sorted: of two transactions that make the same contacts one must wait for the other at the first of them.
    const sorted = contacts.toSorted((a, b) => (a.emailMd5 < b.emailMd5 ? -1 : 1));
    const rows: { emailMd5: string; at: Date }[] = await tx.query(
      `INSERT INTO contact (account_id, email_md5, email, attributes)
       SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::jsonb[])
       ON CONFLICT DO NOTHING
       RETURNING replace(email_md5::text, '-', '') AS "emailMd5", created_at AS at`,
      [
        accountId,
        sorted.map(({ emailMd5 }) => emailMd5),
        sorted.map(({ email }) => email),
        sorted.map(({ attributes }) => JSON.stringify(attributes)),
      ],
    );
    return new Map(rows.map(({ emailMd5, at }) => [emailMd5, at]));
  }

  async setAttributes(tx: Tx, { accountId, emailMd5 }: ContactKey, attributes: Attributes): Promise<void> {
    await tx.query('UPDATE contact SET attributes = $3 WHERE account_id = $1 AND email_md5 = $2', [
      accountId,
      emailMd5,
      JSON.stringify(attributes),
    ]);
  }

  /** @returns its address and when it was disabled; undefined if it is disabled already, or isn't there */
  async disable(tx: Tx, { accountId, emailMd5 }: ContactKey): Promise<{ email: string; at: Date } | undefined> {
    const [rows] = await tx.query(
      `UPDATE contact SET enabled = false WHERE account_id = $1 AND email_md5 = $2 AND enabled
       RETURNING email, now() AS at`,
      [accountId, emailMd5],
    );
    return rows[0];
  }
}
