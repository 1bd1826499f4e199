import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import type { CollectedOptOut, OptOutFact } from './opt-out.types.js';
import type { OptOutSnapshot } from './opt-out-snapshot.js';

/** The store of opt-outs: the one narrow door to imported runs and collected rows. */
@Injectable()
export class OptOuts {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` on one consistent state (REPEATABLE READ) of the given lists, merged by key.
   * Groups and links are resolved by the caller: these are the lists that hold opt-outs.
   */
  snapshot<T>(
    _lists: readonly string[],
    _options: { watermark?: boolean },
    _work: (snapshot: OptOutSnapshot) => Promise<T>,
  ): Promise<T> {
    void this.dataSource;
    throw new Error('being written');
  }

  /** Records what the collect service accepted, once by event id. @returns how many were new. */
  record(_tx: Tx, _collected: readonly CollectedOptOut[]): Promise<number> {
    throw new Error('being written');
  }

  /** Every fact about one opt-out, given by any of its keys (MD5, SHA-512; hex): in which lists, since when, from where. Of all lists, unless some are named. */
  find(_hashes: readonly string[], _lists?: readonly string[]): Promise<OptOutFact[]> {
    throw new Error('being written');
  }

  /** Number of different opt-outs in one list. */
  count(_listId: string): Promise<number> {
    throw new Error('being written');
  }
}
