import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';

export interface StoredContact {
  accountId: string;
  account: string;
  email: string;
  attributes: Record<string, unknown>;
  enabled: boolean;
  createdAt: Date;
  brandIds: string[];
}

/** What is kept about a person, over all accounts. Attributes, deliveries and events have no index for it: each look is a scan, for which requests of this kind are rare enough. */
@Injectable()
export class PersonsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The MD5 of the contact whose address has this SHA-512. */
  async md5Of(emailSha512: string): Promise<string | undefined> {
    const [contact] = await this.dataSource.query(
      `SELECT replace(email_md5::text, '-', '') AS "emailMd5" FROM contact
       WHERE sha512(convert_to(${lower('email')}, 'UTF8')) = decode($1, 'hex') LIMIT 1`,
      [emailSha512],
    );
    return contact?.emailMd5;
  }

  contacts(emailMd5: string): Promise<StoredContact[]> {
    return this.dataSource.query(
      `SELECT account_id AS "accountId", account.name AS account, email, attributes, contact.enabled, contact.created_at AS "createdAt",
              ARRAY(SELECT brand_id FROM subscription s
                    WHERE s.account_id = contact.account_id AND s.email_md5 = contact.email_md5) AS "brandIds"
       FROM account JOIN contact ON account_id = account.id AND email_md5 = $1`,
      [emailMd5],
    );
  }

  /** Contacts of others that have the address as an attribute. */
  mentions(email: string): Promise<{ accountId: string; contact: string; attribute: string }[]> {
    return this.dataSource.query(
      `SELECT account_id AS "accountId", replace(email_md5::text, '-', '') AS contact, key AS attribute
       FROM contact, jsonb_each_text(attributes) WHERE ${lower('value')} = $1 AND email_md5 <> md5($1)::uuid`,
      [email],
    );
  }

  deliveries(emailMd5: string): Promise<{ accountId: string; webhookId: string; type: string; body: unknown }[]> {
    return this.dataSource.query(
      `SELECT account_id AS "accountId", webhook_id AS "webhookId", type, body::jsonb AS body
       FROM webhook_delivery WHERE ${OF_PERSON}`,
      [emailMd5],
    );
  }

  /** The account's subscriptions too. */
  async eraseContacts(tx: Tx, emailMd5: string): Promise<number> {
    await tx.query('DELETE FROM subscription USING account WHERE account_id = account.id AND email_md5 = $1', [
      emailMd5,
    ]);
    const [, count] = await tx.query(
      'DELETE FROM contact USING account WHERE account_id = account.id AND email_md5 = $1',
      [emailMd5],
    );
    return count;
  }

  /** Looks for all of them before it locks the first. */
  async eraseMentions(tx: Tx, email: string): Promise<number> {
    const [, count] = await tx.query(
      `WITH mention AS MATERIALIZED (
         SELECT account_id, email_md5, array_agg(key) AS names
         FROM contact, jsonb_each_text(attributes) WHERE ${lower('value')} = $1
         GROUP BY account_id, email_md5)
       UPDATE contact c SET attributes = c.attributes - m.names
       FROM mention m WHERE c.account_id = m.account_id AND c.email_md5 = m.email_md5`,
      [email],
    );
    return count;
  }

  /** Made ones and those to come: nobody is told of the person any more. */
  async eraseDeliveries(tx: Tx, emailMd5: string): Promise<number> {
    const [, count] = await tx.query(`DELETE FROM webhook_delivery WHERE ${OF_PERSON}`, [emailMd5]);
    return count;
  }

  async eraseEvents(tx: Tx, emailMd5: string): Promise<number> {
    const [, count] = await tx.query(`DELETE FROM outbox WHERE ${OF_PERSON}`, [emailMd5]);
    return count;
  }
}

/** In Unicode's default way whatever the database's locale, as addresses are lower-cased everywhere. */
const lower = (text: string) => `lower(${text} COLLATE "und-x-icu")`;

/** Every event of a contact names it like this. */
const OF_PERSON = `body LIKE '%"emailMd5":"' || $1 || '"%'`;
