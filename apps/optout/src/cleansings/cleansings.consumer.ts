import { Controller } from '@nestjs/common';
import { type CleansingRequested, type CloudEvent, cleansingRequested } from '#contracts';
import { OnDeadLetter, Subscribe } from '#messaging';
import { CleansingsService } from './cleansings.service.js';

@Controller()
export class CleansingsConsumer {
  constructor(private readonly cleansings: CleansingsService) {}

  /** One at a time: it has some 100 MB in hand. */
  @Subscribe(cleansingRequested, { queue: 'optout.cleansing', prefetch: 1 })
  cleanse({ data }: CloudEvent<CleansingRequested>): Promise<void> {
    return this.cleansings.cleanse(data);
  }

  @OnDeadLetter('optout.cleansing')
  giveUp({ data }: CloudEvent<CleansingRequested>): Promise<void> {
    return this.cleansings.giveUp(data);
  }
}
