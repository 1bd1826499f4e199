import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { Folding } from '../../opt-outs/index.js';

/** Has small runs folded while no import of their list counts, ends or is removed: with the list's lock, and not between the first slice of an import and its end. */
@Injectable()
export class ListFolding {
  constructor(
    private readonly dataSource: DataSource,
    private readonly folding: Folding,
  ) {}

  /** @param minutes what was hidden longer ago is taken out of folds */
  async round(minutes: number): Promise<void> {
    for (const one of await this.folding.wanted()) {
      await this.undisturbed(one.listId, (tx) => this.folding.foldTier(tx, one));
    }
    for (const one of await this.folding.stale(minutes)) {
      await this.undisturbed(one.listId, (tx) => this.folding.rewrite(tx, one));
    }
  }

  /** A list that is busy has its turn in a later round. */
  private async undisturbed(listId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [{ locked }] = await tx.query('SELECT pg_try_advisory_xact_lock(4733, hashtext($1)) AS locked', [listId]);
      if (!locked) return;
      // A statement of its own: it has to see what was committed before the lock was free.
      const [busy] = await tx.query('SELECT 1 FROM import WHERE list_id = $1 AND holds_list', [listId]);
      if (!busy) await work(tx);
    });
  }
}
