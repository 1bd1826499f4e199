import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import type { NamedBrand } from '../brands/brands.repository.js';

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

  /** @param brandIds sorted. @returns those that were not there yet: of two requests that add the same brand at once one gets it */
  async insert(
    tx: Tx,
    accountId: string,
    emailMd5: string,
    brandIds: string[],
  ): Promise<{ brandId: string; subscribedAt: Date }[]> {
    return tx.query(
      `INSERT INTO subscription (account_id, email_md5, brand_id)
       SELECT $1, $2, brand_id FROM unnest($3::uuid[]) AS brand_id
       ON CONFLICT DO NOTHING
       RETURNING brand_id AS "brandId", subscribed_at AS "subscribedAt"`,
      [accountId, emailMd5, brandIds],
    );
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
