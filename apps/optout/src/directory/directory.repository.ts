import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { TokenRecord } from '#state';
import type { Directory, DirectoryVersions, GlobalRecord, ListRecord, UserRecord } from './directory.js';

/** Later than all stamps of opt-outs before it, also when the server's clock has stepped back: a delta from one of those has to see the change. */
const now = `greatest(clock_timestamp(), (SELECT max(stamp) + interval '1 microsecond' FROM list_clock))`;

type Deletable<T> = T & { deleted: boolean };

/** Reads and writes the directory. Writes go through `DirectoryService`, which compares, announces and serialises them. */
@Injectable()
export class DirectoryRepository {
  /** One change of the directory at a time; readers are not held up. Held until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('directory', 0))`);
  }

  async load(tx: Tx): Promise<Directory> {
    const lists: Deletable<ListRecord>[] = await tx.query(`
      SELECT list.id, name, kind, channel, storage, region, enabled, suppressed_domains AS "suppressedDomains",
             deleted_at IS NOT NULL AS deleted,
             ARRAY(SELECT part_id FROM optout_list_part part WHERE part.list_id = list.id ORDER BY position) AS parts
      FROM optout_list list
      ORDER BY name, id`);
    const users: Deletable<UserRecord>[] = await tx.query(`
      SELECT id, name, deleted_at IS NOT NULL AS deleted,
             ARRAY(SELECT list_id FROM list_grant WHERE user_id = list_user.id ORDER BY list_id) AS grants
      FROM list_user
      ORDER BY name, id`);
    const tokens: (TokenRecord & { userId: string })[] = await tx.query(`
      SELECT id, user_id AS "userId", name, revoked_at IS NOT NULL AS revoked
      FROM list_token
      WHERE deleted_at IS NULL
      ORDER BY created_at, id`);
    const [global]: { listId: string | null; suppressedDomains: string[] }[] = await tx.query(
      `SELECT list_id AS "listId", suppressed_domains AS "suppressedDomains" FROM global_list`,
    );
    const tokensOf = Map.groupBy(tokens, ({ userId }) => userId);
    const listRecords = lists.map(({ region, ...list }) => ({ ...list, ...(region && { region }) }));
    const userRecords = users.map((user) => ({
      ...user,
      tokens: (tokensOf.get(user.id) ?? []).map(({ id, name, revoked }) => ({ id, name, revoked })),
    }));
    return {
      lists: byId(listRecords, false),
      deletedLists: byId(listRecords, true),
      users: byId(userRecords, false),
      deletedUsers: byId(userRecords, true),
      global: {
        ...(global?.listId && { listId: global.listId }),
        suppressedDomains: global?.suppressedDomains ?? [],
      },
    };
  }

  async versions(tx: Tx): Promise<DirectoryVersions> {
    const [row]: DirectoryVersions[] = await tx.query(`
      SELECT (SELECT coalesce(json_object_agg(id, version), '{}') FROM optout_list) AS lists,
             (SELECT coalesce(json_object_agg(id, version), '{}') FROM list_user) AS users`);
    return row!;
  }

  /**
   * The version of a change, of all that it touches: higher than any before it and than `known`. Microseconds of the clock, so that it is newer than what other services know also after a restore.
   * To be asked for while the lock is held.
   */
  async nextVersion(tx: Tx, known = 0): Promise<number> {
    const [{ version }] = await tx.query(
      `SELECT greatest((extract(epoch FROM ${now}) * 1000000)::bigint,
                       (SELECT max(version) FROM optout_list) + 1, (SELECT max(version) FROM list_user) + 1,
                       $1::bigint + 1)::float8 AS version`,
      [known],
    );
    return version;
  }

  async saveList(tx: Tx, list: ListRecord, version: number): Promise<void> {
    await tx.query(
      `INSERT INTO optout_list (id, name, kind, channel, storage, region, enabled, suppressed_domains, version)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (id) DO UPDATE
       SET name = $2, kind = $3, channel = $4, storage = $5, region = $6, enabled = $7, suppressed_domains = $8,
           version = $9, deleted_at = NULL`,
      [
        list.id,
        list.name,
        list.kind,
        list.channel,
        list.storage,
        list.region ?? null,
        list.enabled,
        list.suppressedDomains,
        version,
      ],
    );
  }

  /** Parts that stay keep the time since when they are part. */
  async saveParts(tx: Tx, list: ListRecord): Promise<void> {
    await tx.query(`DELETE FROM optout_list_part WHERE list_id = $1 AND part_id <> ALL ($2)`, [list.id, list.parts]);
    await tx.query(
      `INSERT INTO optout_list_part (list_id, part_id, position, since)
       SELECT $1, part_id, position, ${now} FROM unnest($2::text[]) WITH ORDINALITY AS part (part_id, position)
       ON CONFLICT (list_id, part_id) DO UPDATE SET position = excluded.position`,
      [list.id, list.parts],
    );
  }

  async saveGlobal(tx: Tx, global: GlobalRecord): Promise<void> {
    await tx.query(
      `UPDATE global_list
       SET since = CASE WHEN list_id IS DISTINCT FROM $1 OR suppressed_domains <> $2 THEN ${now} ELSE since END,
           list_id = $1, suppressed_domains = $2`,
      [global.listId ?? null, global.suppressedDomains],
    );
  }

  async deleteList(tx: Tx, listId: string, version: number): Promise<void> {
    await tx.query(`UPDATE optout_list SET deleted_at = clock_timestamp(), version = $2 WHERE id = $1`, [
      listId,
      version,
    ]);
  }

  /** A new version also where nothing of the list's own row changed. */
  async touchList(tx: Tx, listId: string, version: number): Promise<void> {
    await tx.query(`UPDATE optout_list SET version = $2 WHERE id = $1`, [listId, version]);
  }

  /** Every list and user, deleted ones too. */
  async touchAll(tx: Tx, version: number): Promise<void> {
    await tx.query(`UPDATE optout_list SET version = $1`, [version]);
    await tx.query(`UPDATE list_user SET version = $1`, [version]);
  }

  async saveUser(tx: Tx, user: UserRecord, version: number): Promise<void> {
    await tx.query(
      `INSERT INTO list_user (id, name, version) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET name = $2, version = $3, deleted_at = NULL`,
      [user.id, user.name, version],
    );
    await tx.query(`DELETE FROM list_grant WHERE user_id = $1 AND list_id <> ALL ($2)`, [user.id, user.grants]);
    await tx.query(`INSERT INTO list_grant (user_id, list_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`, [
      user.id,
      user.grants,
    ]);
  }

  async deleteUser(tx: Tx, userId: string, version: number): Promise<void> {
    await tx.query(`DELETE FROM list_grant WHERE user_id = $1`, [userId]);
    await tx.query(`UPDATE list_user SET deleted_at = clock_timestamp(), version = $2 WHERE id = $1`, [
      userId,
      version,
    ]);
  }

  async addToken(tx: Tx, userId: string, token: Required<TokenRecord>, hash: string): Promise<void> {
    await tx.query(
      `INSERT INTO list_token (id, user_id, name, hash, revoked_at)
       VALUES ($1, $2, $3, decode($4, 'hex'), CASE WHEN $5 THEN clock_timestamp() END)`,
      [token.id, userId, token.name, hash, token.revoked],
    );
  }

  async revokeToken(tx: Tx, tokenId: string): Promise<void> {
    await tx.query(`UPDATE list_token SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE id = $1`, [
      tokenId,
    ]);
  }

  /** Revoked for good, and no longer shown. */
  async deleteToken(tx: Tx, tokenId: string): Promise<void> {
    await tx.query(
      `UPDATE list_token SET revoked_at = coalesce(revoked_at, clock_timestamp()), deleted_at = clock_timestamp() WHERE id = $1`,
      [tokenId],
    );
  }
}

function byId<T extends { id: string }>(records: Deletable<T>[], deleted: boolean): Map<string, T> {
  return new Map(records.filter((one) => one.deleted === deleted).map((one) => [one.id, one]));
}
