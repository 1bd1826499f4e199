import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';

export interface Link {
  key: string;
  name: string;
  optoutListId: string;
  campaign?: string;
  affiliate?: string;
  subAffiliate?: string;
}

type LinkRow = { [K in keyof Required<Link>]: Link[K] | null };

const COLUMNS = 'key, name, list_id AS "optoutListId", campaign, affiliate, sub_affiliate AS "subAffiliate"';

@Injectable()
export class LinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(key: string): Promise<Link | undefined> {
    const rows: LinkRow[] = await this.dataSource.query(`SELECT ${COLUMNS} FROM opt_out_link WHERE key = $1`, [key]);
    return rows.map(linkOf)[0];
  }

  /** Ordered by name, then key. */
  async all(tx: Tx): Promise<Link[]> {
    const rows: LinkRow[] = await tx.query(`SELECT ${COLUMNS} FROM opt_out_link ORDER BY name, key`);
    return rows.map(linkOf);
  }

  /** One change of the links at a time. Held until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('opt-out links', 0))`);
  }

  async save(tx: Tx, link: Link): Promise<void> {
    await tx.query(
      `INSERT INTO opt_out_link (key, name, list_id, campaign, affiliate, sub_affiliate)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (key) DO UPDATE
       SET name = $2, list_id = $3, campaign = $4, affiliate = $5, sub_affiliate = $6`,
      [
        link.key,
        link.name,
        link.optoutListId,
        link.campaign ?? null,
        link.affiliate ?? null,
        link.subAffiliate ?? null,
      ],
    );
  }

  async remove(tx: Tx, keys: string[]): Promise<void> {
    await tx.query('DELETE FROM opt_out_link WHERE key = ANY ($1)', [keys]);
  }
}

function linkOf(row: LinkRow): Link {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Link;
}
