import { Controller } from '@nestjs/common';
import {
  type CloudEvent,
  type DirectoryComplete,
  directoryComplete,
  type OptoutListChanged,
  optoutListChanged,
} from '#contracts';
import type { Tx } from '#database';
import { SubscribeInTransaction } from '#messaging';
import { DirectoryRepository } from './directory.repository.js';

/** What the opt-out service tells of its lists. */
@Controller()
export class DirectoryConsumer {
  constructor(private readonly directory: DirectoryRepository) {}

  @SubscribeInTransaction(optoutListChanged, { queue: 'mailer.optout-lists' })
  async listsChanged(tx: Tx, events: CloudEvent<OptoutListChanged>[]): Promise<void> {
    await this.directory.save(
      tx,
      events.map(({ data }) => data),
    );
    await this.directory.completeIfAllIsHere(tx);
  }

  @SubscribeInTransaction(directoryComplete, { queue: 'mailer.directory' })
  async directoryComplete(tx: Tx, events: CloudEvent<DirectoryComplete>[]): Promise<void> {
    const own = events.filter(({ data }) => data.requestedBy === 'mailer').at(-1);
    if (!own) return;
    await this.directory.expect(tx, own.data);
    await this.directory.completeIfAllIsHere(tx);
  }
}
