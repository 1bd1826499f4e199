import { Controller } from '@nestjs/common';
import {
  type CloudEvent,
  type DirectoryComplete,
  directoryComplete,
  type OptoutListChanged,
  optoutListChanged,
} from '#contracts';
import type { Tx } from '#database';
import { Subscribe, SubscribeInTransaction } from '#messaging';
import { DirectoryRepository } from './directory.repository.js';

/** What the opt-out service tells of its lists. */
@Controller()
export class DirectoryConsumer {
  constructor(private readonly directory: DirectoryRepository) {}

  @SubscribeInTransaction(optoutListChanged, { queue: 'mailer.optout-lists' })
  listsChanged(tx: Tx, events: CloudEvent<OptoutListChanged>[]): Promise<void> {
    return this.directory.save(
      tx,
      events.map(({ data }) => data),
    );
  }

  @Subscribe(directoryComplete, { queue: 'mailer.directory' })
  async directoryComplete({ data }: CloudEvent<DirectoryComplete>): Promise<void> {
    if (data.requestedBy === 'mailer') await this.directory.complete();
  }
}
