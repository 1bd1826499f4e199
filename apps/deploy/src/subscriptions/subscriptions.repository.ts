import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import type { NamedBrand } from '../brands/brands.repository.js';

interface Wanted {
  subscriber: { accountId: string; emailMd5: string };
  brand: { id: string };
}

@Injectable()
export class SubscriptionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The brands of a contact by name, those since deleted left out; undefined if there is no such contact. */
  async list(accountId: string, emailMd5: string, tx: Tx = this.dataSource.manager): Promise<NamedBrand[] | undefined> {
    const [row] = await tx.query(
      `SELECT ARRAY(SELECT json_build_object('id', b.id, 'name', b.name)
                    FROM subscription s JOIN brand b ON b.account_id = s.account_id AND b.id = s.brand_id
                    WHERE s.account_id = c.account_id AND s.email_md5 = c.email_md5
                    ORDER BY b.name, b.id) AS brands
       FROM contact c WHERE c.account_id = $1 AND c.email_md5 = $2`,
      [accountId, emailMd5],
    );
    return row?.brands;
  }

  /** @returns those that were not there yet: of two transactions that add the same subscription at once one gets it */
  async insert<T extends Wanted>(tx: Tx, wanted: T[]): Promise<(T & { subscribedAt: Date })[]> {
    const rows: { place: number; at: Date }[] = await tx.query(
      `WITH added AS (
         INSERT INTO subscription (account_id, email_md5, brand_id)
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
         ON CONFLICT DO NOTHING
         RETURNING account_id, email_md5, brand_id, subscribed_at)
       SELECT place::int - 1 AS place, subscribed_at AS at
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS w (account_id, email_md5, brand_id, place)
       JOIN added USING (account_id, email_md5, brand_id)`,
      [
        wanted.map(({ subscriber }) => subscriber.accountId),
        wanted.map(({ subscriber }) => subscriber.emailMd5),
        wanted.map(({ brand }) => brand.id),
      ],
    );
    return rows.map(({ place, at }) => ({ ...wanted[place]!, subscribedAt: at }));
  }

  /** @returns when it was deleted; undefined if the contact wasn't subscribed */
  async delete(tx: Tx, accountId: string, emailMd5: string, brandId: string): Promise<Date | undefined> {
    const [rows] = await tx.query(
      `DELETE FROM subscription WHERE account_id = $1 AND email_md5 = $2 AND brand_id = $3 RETURNING now() AS at`,
      [accountId, emailMd5, brandId],
    );
    return rows[0]?.at;
  }
}
