import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { moveClocks } from '../list-clock.js';
import { lockForTakingOut } from '../values-lock.js';
import {
  enterErased,
  erasedKeys,
  isInCollected,
  listsWithCollected,
  pagesWithValue,
  stripCollected,
  takeValueOut,
} from './erased.repository.js';

/**
 * Takes the plain values of persons out of the store for good; their opt-outs stay, by their hash. From the commit on no reader gets the value, wherever it may still be: in a run that is being
 * made, or in a file that is imported later. What comes in like that is taken out of its page by {@link sweep}.
 */
@Injectable()
export class Erasure {
  constructor(private readonly dataSource: DataSource) {}

  /** @param hashes MD5 and SHA-512 of the normalised address (hex) @returns how many collected rows and pages had something of the person */
  erase(hashes: readonly string[]): Promise<{ collected: number; pages: number }> {
    const keys = hashes.map((hash) => Buffer.from(hash, 'hex'));
    return this.dataSource.transaction(async (tx) => {
      await enterErased(tx, keys);
      return this.takeOut(tx, keys);
    });
  }

  /** How many pages hold the plain value. */
  pages(hash: string): Promise<number> {
    return this.dataSource.transaction(async (tx) => (await pagesWithValue(tx, Buffer.from(hash, 'hex'))).length);
  }

  /** Looks for values that came in after their owner was erased; nobody waits for the look. @returns how many places had one */
  async sweep(): Promise<number> {
    const { manager } = this.dataSource;
    let count = 0;
    for (const key of [...(await erasedKeys(manager, 16)), ...(await erasedKeys(manager, 64))]) {
      const isLeft = await this.dataSource.transaction(
        async (tx) => (await pagesWithValue(tx, key)).length > 0 || (await isInCollected(tx, [key])),
      );
      if (!isLeft) continue;
      const { collected, pages } = await this.dataSource.transaction((tx) => this.takeOut(tx, [key]));
      count += collected + pages;
    }
    return count;
  }

  private async takeOut(tx: Tx, keys: readonly Buffer[]): Promise<{ collected: number; pages: number }> {
    await lockForTakingOut(tx);
    const places = [];
    for (const key of keys) for (const page of await pagesWithValue(tx, key)) places.push({ key, page });
    // What was built from these lists doesn't hold any more.
    await moveClocks(tx, [...places.map(({ page }) => page.list), ...(await listsWithCollected(tx, keys))]);
    for (const { key, page } of places) await takeValueOut(tx, key, page);
    return { collected: await stripCollected(tx, keys), pages: places.length };
  }
}
