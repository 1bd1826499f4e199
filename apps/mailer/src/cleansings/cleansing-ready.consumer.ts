import { Controller } from '@nestjs/common';
import { type CleansingReady, type CloudEvent, cleansingReady } from '#contracts';
import { Subscribe } from '#messaging';
import { PreparationsRepository } from '../preparations/preparations.repository.js';

@Controller()
export class CleansingReadyConsumer {
  constructor(private readonly preparations: PreparationsRepository) {}

  @Subscribe(cleansingReady, { queue: 'mailer.cleansing', prefetch: 10 })
  ready({ data }: CloudEvent<CleansingReady>): Promise<void> {
    return this.preparations.settleCleansing(data);
  }
}
