import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { Brand } from './brand.entity.js';
import { type BrandNameFilter, nameCondition } from './brand-name-filter.js';
import type { BrandSort } from './list-brands.dto.js';

export interface BrandListItem {
  id: string;
  name: string;
  enabled: boolean;
}

export interface NamedBrand {
  id: string;
  name: string;
}

export interface BrandsWanted {
  enabled?: boolean;
  nameFilter?: BrandNameFilter;
  sort: BrandSort;
  limit: number;
  offset: number;
}

@Injectable()
export class BrandsRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(accountId: string, id: string): Promise<Brand | null> {
    return this.dataSource.manager.findOneBy(Brand, { accountId, id });
  }

  /** One page, and how many there are on all pages. */
  async list(accountId: string, wanted: BrandsWanted): Promise<{ brands: BrandListItem[]; total: number }> {
    const parameters: unknown[] = [accountId];
    const conditions = ['account_id = $1'];
    if (wanted.enabled !== undefined) conditions.push(`enabled = $${parameters.push(wanted.enabled)}`);
    if (wanted.nameFilter) {
      const { sql, value } = nameCondition(wanted.nameFilter, `$${parameters.length + 1}`);
      parameters.push(value);
      conditions.push(sql);
    }
    const where = conditions.join(' AND ');
    const direction = wanted.sort === '-name' ? 'DESC' : 'ASC';
    // The column's own collation is und-x-icu. Ids ascend in both directions.
    const [row] = await this.dataSource.query(
      `SELECT (SELECT count(*) FROM brand WHERE ${where})::int AS total,
              ARRAY(SELECT json_build_object('id', id, 'name', name, 'enabled', enabled)
                    FROM brand WHERE ${where}
                    ORDER BY name ${direction}, id
                    LIMIT $${parameters.length + 1} OFFSET $${parameters.length + 2}) AS brands`,
      [...parameters, wanted.limit, wanted.offset],
    );
    return row;
  }

  /** Those of the ids that are brands of the account, in no order. */
  named(tx: Tx, accountId: string, ids: string[]): Promise<NamedBrand[]> {
    return tx.query('SELECT id, name FROM brand WHERE account_id = $1 AND id = ANY ($2)', [accountId, ids]);
  }
}
