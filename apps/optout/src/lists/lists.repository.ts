import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Channel, ListKind, Storage } from '../directory/directory.js';

interface ListFields {
  id: string;
  name: string;
  kind: ListKind;
  channel: Channel;
  storage: Storage;
  region: string | null;
}

export interface KnownList extends ListFields {
  /** Enabled and not deleted. */
  usable: boolean;
  deleted: boolean;
}

export interface ListForUser extends ListFields {
  enabled: boolean;
  deleted: boolean;
  granted: boolean;
}

export interface ListPart {
  /** A standard list: one that holds opt-outs itself. */
  listId: string;
  /** The part's opt-outs came into the whole no earlier than this; undefined for a list as part of itself. */
  since?: Date;
}

export interface SuppressedDomains {
  domains: string[];
  /** When the youngest of those that have some got its domains, or became part: none of the domains is younger. Undefined where there are none. */
  since?: Date;
}

@Injectable()
export class ListsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Deleted ones too. */
  async findForUser(listId: string, userId: string): Promise<ListForUser | undefined> {
    const [list]: ListForUser[] = await this.dataSource.query(
      `SELECT id, name, kind, channel, storage, region, enabled, deleted_at IS NOT NULL AS deleted,
              EXISTS (SELECT FROM list_grant WHERE list_id = list.id AND user_id = $2) AS granted
       FROM optout_list list
       WHERE id = $1`,
      [listId, userId],
    );
    return list;
  }

  /** The standard lists that a list is made of, over groups and links of any depth; deleted ones are left out, disabled ones stay in. */
  async parts(listId: string): Promise<ListPart[]> {
    const rows: { listId: string; since: Date | null }[] = await this.dataSource.query(
      `WITH RECURSIVE part (id, kind, since) AS (
         SELECT id, kind, '-infinity'::timestamptz FROM optout_list WHERE id = $1 AND deleted_at IS NULL
         UNION
         SELECT list.id, list.kind, greatest(part.since, link.since)
         FROM part
         JOIN optout_list_part link ON link.list_id = part.id
         JOIN optout_list list ON list.id = link.part_id AND list.deleted_at IS NULL
       )
       SELECT id AS "listId", nullif(min(since), '-infinity') AS since
       FROM part
       WHERE kind = 'standard'
       GROUP BY id
       ORDER BY id`,
      [listId],
    );
    return rows.map(({ listId, since }) => ({ listId, ...(since && { since }) }));
  }

  /** Domains that the list or any list in it suppresses, sorted. */
  async suppressedDomains(listId: string): Promise<SuppressedDomains> {
    const [{ domains, since }]: [{ domains: string[] | null; since: Date | null }] = await this.dataSource.query(
      `WITH RECURSIVE part (id, domains, since) AS (
         SELECT id, suppressed_domains, domains_since FROM optout_list WHERE id = $1 AND deleted_at IS NULL
         UNION
         SELECT list.id, list.suppressed_domains, greatest(list.domains_since, link.since, part.since)
         FROM part
         JOIN optout_list_part link ON link.list_id = part.id
         JOIN optout_list list ON list.id = link.part_id AND list.deleted_at IS NULL
       )
       SELECT array_agg(DISTINCT domain COLLATE "C" ORDER BY domain COLLATE "C") AS domains, max(since) AS since
       FROM part, unnest(domains) AS domain`,
      [listId],
    );
    return { domains: domains ?? [], ...(since && { since }) };
  }

  async find(listId: string): Promise<KnownList | undefined> {
    const [list]: KnownList[] = await this.dataSource.query(
      `SELECT id, name, kind, channel, storage, region, enabled AND deleted_at IS NULL AS usable, deleted_at IS NOT NULL AS deleted
       FROM optout_list
       WHERE id = $1`,
      [listId],
    );
    return list;
  }

  /** Name and region of every list, deleted ones too. */
  names(): Promise<{ id: string; name: string; region: string | null }[]> {
    return this.dataSource.query(`SELECT id, name, region FROM optout_list`);
  }

  async global(): Promise<{ listId: string | null; suppressedDomains: string[]; since: Date }> {
    const [global] = await this.dataSource.query(
      `SELECT list_id AS "listId", suppressed_domains AS "suppressedDomains", since FROM global_list`,
    );
    return global;
  }
}
