import { Controller } from '@nestjs/common';
import { type CloudEvent, type SuppressionReady, suppressionReady } from '#contracts';
import { Subscribe } from '#messaging';
import { PreparationsRepository } from './preparations.repository.js';

@Controller()
export class SuppressionReadyConsumer {
  constructor(private readonly preparations: PreparationsRepository) {}

  @Subscribe(suppressionReady, { queue: 'mailer.suppression', prefetch: 10 })
  ready({ data }: CloudEvent<SuppressionReady>): Promise<void> {
    return this.preparations.settle(data);
  }
}
