import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DirectoryComplete, OptoutListChanged } from '#contracts';
import type { Tx } from '#database';

/** The replica of the lists, and whether it is whole. */
@Injectable()
export class DirectoryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A state that is older than the one that is there is ignored: events come in any order. */
  async save(tx: Tx, lists: OptoutListChanged[]): Promise<void> {
    for (const list of lists.toSorted((a, b) => (a.optoutListId < b.optoutListId ? -1 : 1)))
      await tx.query(
        `INSERT INTO optout_list AS list (id, version, name, storage, enabled, deleted)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE
         SET version = $2, name = $3, storage = $4, enabled = $5, deleted = $6
         WHERE list.version < $2`,
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

  async expect(tx: Tx, { listCount = 0, optoutListIds }: DirectoryComplete): Promise<void> {
    await tx.query('UPDATE directory SET expected_lists = $1, expected_list_ids = $2', [
      listCount,
      optoutListIds ?? null,
    ]);
  }

  /** What is known goes on being used, but anything that is told from now on is newer. */
  async startAnew(tx: Tx): Promise<void> {
    await tx.query('LOCK TABLE optout_list IN SHARE ROW EXCLUSIVE MODE');
    await tx.query('UPDATE optout_list SET version = 0');
    await tx.query('UPDATE directory SET complete = false, expected_lists = NULL, expected_list_ids = NULL');
  }

  /**
   * Events of different queues overtake each other, so the end of the sending isn't the end of the filling: all that was sent must be here, tombstones included. What came into being since doesn't
   * count; an optout of the version before doesn't say which they were, only how many. What is known from before and wasn't sent is no more.
   */
  async completeIfAllIsHere(tx: Tx): Promise<void> {
    const [completed] = await tx.query(
      `UPDATE directory SET complete = true
       WHERE NOT complete
         AND expected_lists <= (SELECT count(*) FROM optout_list WHERE version > 0)
         AND NOT EXISTS (SELECT unnest(expected_list_ids) EXCEPT SELECT id FROM optout_list WHERE version > 0)
       RETURNING one`,
    );
    if (completed.length > 0) await tx.query('UPDATE optout_list SET deleted = true WHERE version = 0');
  }
}
