import { Controller } from '@nestjs/common';
import { type CloudEvent, type DirectoryRequested, directoryComplete, directoryRequested } from '#contracts';
import type { Tx } from '#database';
import { Outbox, SubscribeInTransaction } from '#messaging';
import { DirectoryService } from './directory.service.js';

/** A service that knows nothing yet asks for everything. However many ask at once, it is sent once, and then each is told that it is whole. */
@Controller()
export class DirectoryRequestsConsumer {
  constructor(
    private readonly directory: DirectoryService,
    private readonly outbox: Outbox,
  ) {}

  @SubscribeInTransaction(directoryRequested, { queue: 'optout.directory', batch: 50 })
  async answer(tx: Tx, events: CloudEvent<DirectoryRequested>[]): Promise<void> {
    const sent = await this.directory.announceAll(tx, Math.max(...events.map(({ data }) => data.version)));
    const requesters = [...new Set(events.map(({ data }) => data.requestedBy))];
    await this.outbox.addAll(
      tx,
      directoryComplete,
      requesters.map((requestedBy) => ({ subject: requestedBy, data: { requestedBy, ...sent } })),
    );
  }
}
