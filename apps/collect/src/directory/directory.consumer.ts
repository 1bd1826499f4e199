import { Controller } from '@nestjs/common';
import {
  type AccessChanged,
  accessChanged,
  type CloudEvent,
  type DirectoryComplete,
  directoryComplete,
  type OptoutListChanged,
  optoutListChanged,
} from '#contracts';
import type { Tx } from '#database';
import { SubscribeInTransaction } from '#messaging';
import { DirectoryRepository } from './directory.repository.js';
import { SERVICE } from './directory-request.schedule.js';
import { newestOf } from './newest-of.js';

/** Keeps the directory up to date. */
@Controller()
export class DirectoryConsumer {
  constructor(private readonly directory: DirectoryRepository) {}

  @SubscribeInTransaction(optoutListChanged, { queue: 'collect.optout-lists', batch: 200 })
  async lists(tx: Tx, events: CloudEvent<OptoutListChanged>[]): Promise<void> {
    await this.directory.saveLists(
      tx,
      newestOf(events, ({ optoutListId }) => optoutListId),
    );
    await this.directory.completeIfAllIsHere(tx);
  }

  @SubscribeInTransaction(accessChanged, { queue: 'collect.access', batch: 200 })
  async users(tx: Tx, events: CloudEvent<AccessChanged>[]): Promise<void> {
    await this.directory.saveUsers(
      tx,
      newestOf(events, ({ userId }) => userId),
    );
    await this.directory.completeIfAllIsHere(tx);
  }

  @SubscribeInTransaction(directoryComplete, { queue: 'collect.directory' })
  async complete(tx: Tx, events: CloudEvent<DirectoryComplete>[]): Promise<void> {
    for (const { data } of events) if (data.requestedBy === SERVICE) await this.directory.expect(tx, data);
    await this.directory.completeIfAllIsHere(tx);
  }
}
