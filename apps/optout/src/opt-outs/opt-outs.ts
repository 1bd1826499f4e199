import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { insertCollected } from './collected.repository.js';
import { findFacts } from './find-facts.js';
import { readClocks } from './list-clock.js';
import type { CollectedOptOut, OptOutFact } from './opt-out.types.js';
import type { OptOutSnapshot } from './opt-out-snapshot.js';
import { StoredSnapshot } from './stored-snapshot.js';

/** The store of opt-outs: the one narrow door to imported runs and collected rows. */
@Injectable()
export class OptOuts {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` on one consistent state (REPEATABLE READ) of the given lists, merged by key.
   * Groups and links are resolved by the caller: these are the lists that hold opt-outs.
   */
  async snapshot<T>(
    lists: readonly string[],
    options: { watermark?: boolean },
    work: (snapshot: OptOutSnapshot) => Promise<T>,
  ): Promise<T> {
    const watermark = options.watermark ? await this.dataSource.transaction((tx) => readClocks(tx, lists)) : undefined;
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const changes = new Map(lists.map((list) => [list, '0']));
      for (const row of await tx.query('SELECT list_id, changes FROM list_clock WHERE list_id = ANY ($1)', [lists])) {
        changes.set(row.list_id, row.changes);
      }
      return work(new StoredSnapshot(this.dataSource, tx, lists, changes, watermark));
    });
  }

  /** Records what the collect service accepted, once by event id. @returns how many were new. */
  record(tx: Tx, collected: readonly CollectedOptOut[]): Promise<number> {
    return insertCollected(tx, collected);
  }

  /** Every fact about one opt-out, given by any of its keys (MD5, SHA-512; hex): in which lists, since when, from where. Of all lists, unless some are named. */
  async find(hashes: readonly string[], lists?: readonly string[]): Promise<OptOutFact[]> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const facts: OptOutFact[] = [];
      for (const hash of hashes) facts.push(...(await findFacts(tx, Buffer.from(hash, 'hex'), lists)));
      return facts;
    });
  }

  /** Number of different opt-outs in one list. */
  count(listId: string): Promise<number> {
    return this.snapshot([listId], {}, (snapshot) => snapshot.count());
  }
}
