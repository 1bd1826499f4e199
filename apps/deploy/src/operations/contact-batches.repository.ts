/** The contacts of an account in the order of their identity, a batch at a time. Written while the account's mutations are refused, so nobody else writes them. */
import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { ContactSelection } from './operation.js';

/** Contacts in a batch: a transaction of a fraction of a second. */
export const BATCH = 2_000;

export interface Batch {
  accountId: string;
  selection: ContactSelection;
  /** Identity of the last contact of the batch before; none at the beginning. */
  after: string | null;
}

const SELECTED = `
  c.account_id = $1
  AND ($2::uuid IS NULL OR EXISTS (SELECT FROM subscription s
                                   WHERE s.account_id = c.account_id AND s.email_md5 = c.email_md5 AND s.brand_id = $2))
  AND ($3::uuid[] IS NULL OR c.email_md5 = ANY ($3))`;

const selected = ({ accountId, selection }: Omit<Batch, 'after'>) => [
  accountId,
  selection.brandId ?? null,
  selection.emailMd5s ?? null,
];

@Injectable()
export class ContactBatchesRepository {
  async count(tx: Tx, batch: Omit<Batch, 'after'>): Promise<number> {
    const [{ count }] = await tx.query(`SELECT count(*)::int FROM contact c WHERE ${SELECTED}`, selected(batch));
    return count;
  }

  /** @returns identities, sorted; fewer than {@link BATCH} at the end */
  async next(tx: Tx, batch: Batch): Promise<string[]> {
    const rows: { id: string }[] = await tx.query(
      `SELECT c.email_md5 AS id FROM contact c
       WHERE ${SELECTED} AND ($4::uuid IS NULL OR c.email_md5 > $4)
       ORDER BY c.email_md5 LIMIT ${BATCH}`,
      [...selected(batch), batch.after],
    );
    return rows.map(({ id }) => id);
  }

  /** Merges flat attributes into contacts, and takes others away. @returns how many it changed */
  async setAttributes(
    tx: Tx,
    accountId: string,
    ids: string[],
    { set, removed }: { set: object; removed: string[] },
  ): Promise<number> {
    const [, count] = await tx.query(
      `UPDATE contact SET attributes = (attributes || $3::jsonb) - $4::text[]
       WHERE account_id = $1 AND email_md5 = ANY ($2) AND attributes <> (attributes || $3::jsonb) - $4::text[]`,
      [accountId, ids, JSON.stringify(set), removed],
    );
    return count;
  }

  /** @returns those that were not disabled yet */
  async disable(tx: Tx, accountId: string, ids: string[]): Promise<{ emailMd5: string; email: string; at: Date }[]> {
    const [rows] = await tx.query(
      `UPDATE contact SET enabled = false WHERE account_id = $1 AND email_md5 = ANY ($2) AND enabled
       RETURNING replace(email_md5::text, '-', '') AS "emailMd5", email, now() AS at`,
      [accountId, ids],
    );
    return rows;
  }
}
