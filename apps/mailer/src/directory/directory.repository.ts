import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DirectoryComplete, OptoutListChanged } from '#contracts';
import type { Tx } from '#database';

/** The replica of the lists, and whether it is whole. */
@Injectable()
export class DirectoryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A state that is older than the one that is there is ignored: events come in any order. So is one of before all was sent anew: what isn't known since then is no more. */
  async save(tx: Tx, lists: OptoutListChanged[]): Promise<void> {
    // One change at a time: of what is told at the same moment the last to get here sees everything.
    await tx.query('SELECT FROM directory FOR UPDATE');
    for (const list of lists)
      await tx.query(
        `INSERT INTO optout_list AS list (id, version, name, storage, enabled, deleted)
         SELECT $1, $2::bigint, $3, $4, $5::boolean, $6::boolean FROM directory WHERE $2::bigint >= coalesce(directory.version, 0)
         ON CONFLICT (id) DO UPDATE
         SET version = excluded.version, name = excluded.name, storage = excluded.storage, enabled = excluded.enabled,
             deleted = excluded.deleted
         WHERE list.version < excluded.version`,
        [list.optoutListId, list.version, list.name, list.storage, list.enabled, list.deleted],
      );
  }

  async versions(): Promise<Record<string, number>> {
    const rows: { id: string; version: string }[] = await this.dataSource.query(`SELECT id, version FROM optout_list`);
    return Object.fromEntries(rows.map(({ id, version }) => [id, Number(version)]));
  }

  async isComplete(): Promise<boolean> {
    const [row] = await this.dataSource.query(`SELECT complete FROM directory`);
    return row.complete;
  }

  /** The highest version that is known. */
  async version(tx: Tx): Promise<number> {
    const [{ version }] = await tx.query(
      `SELECT greatest(0, version, (SELECT max(version) FROM optout_list))::float8 AS version FROM directory`,
    );
    return version;
  }

  /** Whether it is time to ask for everything: nobody asked in the last half minute, nor in the last ten if what was sent is on its way. */
  async startAsking(tx: Tx): Promise<boolean> {
    const [rows] = await tx.query(`
      UPDATE directory SET asked_at = now()
      WHERE NOT complete
        AND coalesce(asked_at, '-infinity') <
            now() - CASE WHEN expected_version IS NULL THEN interval '30 seconds' ELSE interval '10 minutes' END
      RETURNING one`);
    return rows.length > 0;
  }

  /** What is known goes on being used until all of it was sent again. */
  async startAnew(tx: Tx): Promise<void> {
    await tx.query(
      'UPDATE directory SET complete = false, asked_at = now(), expected_version = NULL, expected_list_ids = NULL',
    );
  }

  async expect(tx: Tx, { version, optoutListIds }: DirectoryComplete): Promise<void> {
    await tx.query(
      `UPDATE directory SET expected_version = $1, expected_list_ids = $2
       WHERE $1 > greatest(0, version, expected_version)`,
      [version, optoutListIds],
    );
  }

  /**
   * Events of different queues overtake each other, so the end of the sending isn't the end of the filling: all that was sent must be here, tombstones included. What is known from before and wasn't
   * sent is no more.
   */
  async completeIfAllIsHere(tx: Tx): Promise<void> {
    const [[completed]]: [{ version: string }[]] = await tx.query(
      `UPDATE directory
       SET complete = true, version = expected_version, expected_version = NULL, expected_list_ids = NULL
       WHERE expected_version IS NOT NULL
         AND NOT EXISTS (SELECT unnest(expected_list_ids)
                         EXCEPT SELECT id FROM optout_list WHERE optout_list.version >= expected_version)
       RETURNING version`,
    );
    if (completed)
      await tx.query('UPDATE optout_list SET deleted = true, version = $1 WHERE version < $1', [completed.version]);
  }
}
