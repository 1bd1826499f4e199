import { Controller } from '@nestjs/common';
import { type CloudEvent, type OptoutCollected, optoutCollected } from '#contracts';
import type { Tx } from '#database';
import { SubscribeInTransaction } from '#messaging';
import { OptOuts } from '../opt-outs/index.js';

/** Takes over what the collect service has accepted. A list that was disabled or deleted meanwhile takes it too: somebody said stop. */
@Controller()
export class CollectedConsumer {
  constructor(private readonly optOuts: OptOuts) {}

  @SubscribeInTransaction(optoutCollected, { queue: 'optout.collected', batch: 500 })
  async record(tx: Tx, events: CloudEvent<OptoutCollected>[]): Promise<void> {
    await this.optOuts.record(
      tx,
      events.map(
        ({ id: eventId, data: { optoutListId: listId, value: plain, collectedAt, extRef: metadata, ...rest } }) => ({
          ...rest,
          eventId,
          listId,
          collectedAt: new Date(collectedAt),
          ...(plain !== undefined && { plain }),
          ...(metadata !== undefined && { metadata }),
        }),
      ),
    );
  }
}
