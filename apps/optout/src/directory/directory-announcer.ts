import { Injectable } from '@nestjs/common';
import { accessChanged, optoutListChanged } from '#contracts';
import type { Tx } from '#database';
import { Outbox } from '#messaging';

/** Tells other services the whole state of lists and users, as it stands in this transaction. Order of arrival doesn't matter: each state has a version. */
@Injectable()
export class DirectoryAnnouncer {
  constructor(private readonly outbox: Outbox) {}

  /** All lists where no ids are given, deleted ones too. @returns which */
  async lists(tx: Tx, ids: string[] | null = null): Promise<string[]> {
    const rows = await tx.query(
      `SELECT list.id, version::float8, name, channel, storage, kind, region, enabled, deleted_at IS NOT NULL AS deleted,
              ARRAY(SELECT part_id FROM optout_list_part part WHERE part.list_id = list.id ORDER BY position) AS parts,
              EXISTS (SELECT FROM global_list WHERE global_list.list_id = list.id) AS "isGlobal"
       FROM optout_list list
       WHERE $1::text[] IS NULL OR list.id = ANY ($1)
       ORDER BY list.id`,
      [ids],
    );
    await this.outbox.addAll(
      tx,
      optoutListChanged,
      rows.map(
        ({ id, region, parts, ...row }: { id: string; region: string | null; parts: string[]; kind: string }) => ({
          subject: id,
          data: {
            optoutListId: id,
            ...row,
            ...(region && { region }),
            ...(row.kind === 'grouped' && { members: parts }),
            ...(row.kind === 'linked' && parts[0] && { source: parts[0] }),
          },
        }),
      ),
    );
    return rows.map(({ id }: { id: string }) => id);
  }

  /** All users where no ids are given, deleted ones too. @returns which */
  async users(tx: Tx, ids: string[] | null = null): Promise<string[]> {
    const rows = await tx.query(
      `SELECT id AS "userId", version::float8, name, deleted_at IS NOT NULL AS deleted,
              ARRAY(SELECT list_id FROM list_grant WHERE user_id = list_user.id ORDER BY list_id) AS "optoutListIds",
              (SELECT coalesce(json_agg(json_build_object('id', id, 'hash', encode(hash, 'hex'), 'revoked', revoked_at IS NOT NULL)), '[]')
               FROM list_token WHERE user_id = list_user.id AND list_token.deleted_at IS NULL) AS tokens
       FROM list_user
       WHERE $1::uuid[] IS NULL OR id = ANY ($1)
       ORDER BY id`,
      [ids],
    );
    await this.outbox.addAll(
      tx,
      accessChanged,
      rows.map((data: { userId: string }) => ({ subject: data.userId, data })),
    );
    return rows.map(({ userId }: { userId: string }) => userId);
  }
}
