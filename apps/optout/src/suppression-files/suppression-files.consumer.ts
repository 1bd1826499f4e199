import { Controller } from '@nestjs/common';
import { type CloudEvent, type SuppressionRequested, suppressionRequested } from '#contracts';
import { OnDeadLetter, Subscribe } from '#messaging';
import { SuppressionFilesService } from './suppression-files.service.js';

@Controller()
export class SuppressionFilesConsumer {
  constructor(private readonly files: SuppressionFilesService) {}

  /** Two at a time, so that a small file needn't wait for a large one. */
  @Subscribe(suppressionRequested, { queue: 'optout.suppression', prefetch: 2, deliveryLimit: 3 })
  prepare({ data }: CloudEvent<SuppressionRequested>): Promise<void> {
    return this.files.prepare(data);
  }

  @OnDeadLetter('optout.suppression')
  giveUp({ data }: CloudEvent<SuppressionRequested>): Promise<void> {
    return this.files.giveUp(data.preparationId);
  }
}
