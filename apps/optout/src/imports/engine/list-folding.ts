import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { Folding } from '../../opt-outs/index.js';

/** Has small runs folded while no import of their list begins to store, ends or is removed. One that counts what the list has may go on: it reads a snapshot. */
@Injectable()
export class ListFolding {
  constructor(
    private readonly dataSource: DataSource,
    private readonly folding: Folding,
  ) {}

  /** @param minutes what was hidden longer ago is taken out of folds */
  async round(minutes: number): Promise<void> {
    while (await this.foldTiers());
    for (const one of await this.folding.stale(minutes)) {
      await this.undisturbed(one.listId, (tx) => this.folding.rewrite(tx, one));
    }
  }

  /** @returns whether there may be more to fold: many imports at once are many runs of a tier, and folds are runs of the next one */
  private async foldTiers(): Promise<boolean> {
    let more = false;
    for (const one of await this.folding.wanted()) {
      if (await this.undisturbed(one.listId, (tx) => this.folding.foldTier(tx, one))) more = true;
    }
    return more;
  }

  /** A list whose lock somebody has now is folded in a later round. @returns what the work does, if it was done */
  private undisturbed<T>(listId: string, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    return this.dataSource.transaction(async (tx) => {
      const [{ locked }] = await tx.query('SELECT pg_try_advisory_xact_lock(4733, hashtext($1)) AS locked', [listId]);
      return locked ? work(tx) : undefined;
    });
  }
}
