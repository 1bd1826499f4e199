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
import { SERVICE } from './directory-request.schedule.js';

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
    for (const { data } of events) if (data.requestedBy === SERVICE) await this.directory.expect(tx, data);
    await this.directory.completeIfAllIsHere(tx);
  }
}
