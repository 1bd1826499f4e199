import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccessChanged, DirectoryComplete, OptoutListChanged } from '#contracts';
import type { Tx } from '#database';
import type { ListRow, TokenRow } from './directory.js';

// Above 2^53 changes a number would not tell them apart; a thousand a second take 285,000 years.
const STATE = 'complete, changes::float8 AS changes';

/** A state of before all was sent anew is of no interest: what isn't known since then is no more. */
const WHOLE = 'coalesce((SELECT directory.version FROM directory), 0)';

/** Of the directory as a whole, in the snapshot of the row that it comes with. */
export interface DirectoryState {
  complete: boolean;
  /** Larger whenever anything has changed. */
  changes: number;
}

export type FoundToken = TokenRow & DirectoryState;
/** `grantedTo` are those of the users who may use the list. */
export type FoundList = ListRow & DirectoryState & { grantedTo: string[] };

/** The replica's tables. A state that isn't newer than the one that is there changes nothing. */
@Injectable()
export class DirectoryRepository {
  constructor(private readonly dataSource: DataSource) {}

  async state(): Promise<DirectoryState> {
    const [state] = await this.dataSource.query(`SELECT ${STATE} FROM directory`);
    return state;
  }

  /** One row at least, whose `id` is null where none was found: each says how the directory stands. */
  tokens(ids: string[]): Promise<FoundToken[]> {
    return this.dataSource.query(
      `SELECT ${STATE}, id, user_id AS "userId", encode(hash, 'hex') AS hash
       FROM directory LEFT JOIN list_token ON id = ANY ($1)`,
      [ids],
    );
  }

  /** One row at least, as of tokens. */
  lists(ids: string[], userIds: string[]): Promise<FoundList[]> {
    return this.dataSource.query(
      `SELECT ${STATE}, id, channel, storage, kind, region, enabled, deleted,
              ARRAY(SELECT user_id FROM list_grant WHERE list_id = list.id AND user_id = ANY ($2)) AS "grantedTo"
       FROM directory LEFT JOIN optout_list list ON id = ANY ($1)`,
      [ids, userIds],
    );
  }

  async versions(): Promise<{ complete: boolean; lists: Record<string, number>; users: Record<string, number> }> {
    const [row] = await this.dataSource.query(`
      SELECT complete,
             (SELECT coalesce(json_object_agg(id, version), '{}') FROM optout_list) AS lists,
             (SELECT coalesce(json_object_agg(id, version), '{}') FROM list_user) AS users
      FROM directory`);
    return row;
  }

  async saveLists(tx: Tx, lists: OptoutListChanged[]): Promise<void> {
    await this.lock(tx);
    await tx.query(
      `INSERT INTO optout_list AS known (id, version, channel, storage, kind, region, enabled, deleted)
       SELECT "optoutListId", version, channel, storage, kind, region, enabled, deleted
       FROM jsonb_to_recordset($1::jsonb) AS list ("optoutListId" text, version bigint, channel text, storage text,
                                                   kind text, region text, enabled boolean, deleted boolean)
       WHERE version >= ${WHOLE}
       ON CONFLICT (id) DO UPDATE
       SET version = excluded.version, channel = excluded.channel, storage = excluded.storage, kind = excluded.kind,
           region = excluded.region, enabled = excluded.enabled, deleted = excluded.deleted
       WHERE known.version < excluded.version`,
      [JSON.stringify(lists)],
    );
  }

  /** A user's tokens and grants are what its newest state says, no more: a revoked token is simply gone. */
  async saveUsers(tx: Tx, users: AccessChanged[]): Promise<void> {
    await this.lock(tx);
    const newer: { id: string }[] = await tx.query(
      `INSERT INTO list_user AS known (id, version, deleted)
       SELECT "userId", version, deleted
       FROM jsonb_to_recordset($1::jsonb) AS list_user ("userId" text, version bigint, deleted boolean)
       WHERE version >= ${WHOLE}
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, deleted = excluded.deleted
       WHERE known.version < excluded.version
       RETURNING id`,
      [JSON.stringify(users)],
    );
    const ids = newer.map(({ id }) => id);
    await tx.query('DELETE FROM list_token WHERE user_id = ANY ($1)', [ids]);
    await tx.query('DELETE FROM list_grant WHERE user_id = ANY ($1)', [ids]);
    const present = users.filter(({ userId, deleted }) => !deleted && ids.includes(userId));
    const tokens = present.flatMap(({ userId, tokens }) =>
      tokens.filter(({ revoked }) => !revoked).map(({ id, hash }) => ({ id, hash, userId })),
    );
    const grants = present.flatMap(({ userId, optoutListIds }) => optoutListIds.map((listId) => ({ userId, listId })));
    await tx.query(
      `INSERT INTO list_token (id, user_id, hash)
       SELECT id, "userId", decode(hash, 'hex')
       FROM jsonb_to_recordset($1::jsonb) AS token (id text, "userId" text, hash text)`,
      [JSON.stringify(tokens)],
    );
    await tx.query(
      `INSERT INTO list_grant (user_id, list_id)
       SELECT DISTINCT "userId", "listId"
       FROM jsonb_to_recordset($1::jsonb) AS list_grant ("userId" text, "listId" text)`,
      [JSON.stringify(grants)],
    );
  }

  /** Whether it is time to ask for everything: nobody asked in the last half minute, nor in the last ten if what was sent is on its way. */
  async startAsking(tx: Tx): Promise<boolean> {
    const [rows] = await tx.query(`
      UPDATE directory SET asked_at = now()
      WHERE NOT complete
        AND coalesce(asked_at, '-infinity') <
            now() - CASE WHEN expected_version IS NULL THEN interval '30 seconds' ELSE interval '10 minutes' END
      RETURNING single`);
    return rows.length > 0;
  }

  /** The highest version that is known. */
  async version(tx: Tx): Promise<number> {
    const [{ version }] = await tx.query(`
      SELECT greatest(0, version, (SELECT max(version) FROM optout_list), (SELECT max(version) FROM list_user))::float8
             AS version
      FROM directory`);
    return version;
  }

  /** What is known goes on being used until all of it was sent again. */
  async startAnew(tx: Tx): Promise<void> {
    await tx.query(`
      UPDATE directory
      SET complete = false, asked_at = now(), expected_version = NULL, expected_list_ids = NULL, expected_user_ids = NULL`);
  }

  /** One change at a time: of what is told at the same moment the last to get here sees everything. */
  private async lock(tx: Tx): Promise<void> {
    await tx.query('SELECT FROM directory FOR UPDATE');
  }

  async expect(tx: Tx, { version, optoutListIds, userIds }: DirectoryComplete): Promise<void> {
    await tx.query(
      `UPDATE directory SET expected_version = $1, expected_list_ids = $2, expected_user_ids = $3
       WHERE $1 > greatest(0, version, expected_version)`,
      [version, optoutListIds, userIds],
    );
  }

  /**
   * Events of different queues overtake each other, so the end of the sending isn't the end of the filling: all that was sent must be here, tombstones included. What is known from before and wasn't
   * sent is no more.
   */
  async completeIfAllIsHere(tx: Tx): Promise<void> {
    const [[completed]]: [{ version: string }[]] = await tx.query(`
      UPDATE directory
      SET complete = true, version = expected_version,
          expected_version = NULL, expected_list_ids = NULL, expected_user_ids = NULL
      WHERE expected_version IS NOT NULL
        AND NOT EXISTS (SELECT unnest(expected_list_ids)
                        EXCEPT SELECT id FROM optout_list WHERE optout_list.version >= expected_version)
        AND NOT EXISTS (SELECT unnest(expected_user_ids)
                        EXCEPT SELECT id FROM list_user WHERE list_user.version >= expected_version)
      RETURNING version`);
    if (!completed) return;
    await tx.query('UPDATE optout_list SET deleted = true, version = $1 WHERE version < $1', [completed.version]);
    await tx.query('UPDATE list_user SET deleted = true, version = $1 WHERE version < $1', [completed.version]);
    for (const table of ['list_token', 'list_grant'])
      await tx.query(`DELETE FROM ${table} USING list_user WHERE user_id = list_user.id AND deleted`);
  }
}
