import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { directoryRequested } from '#contracts';
import { Outbox } from '#messaging';
import { DirectoryRepository } from './directory.repository.js';

const ASK_EVERY_MS = 30_000;

/** A service that starts from nothing asks for all lists, again and again until it was told that it has them. */
@Injectable()
export class DirectoryRequest implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DirectoryRequest.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly directory: DirectoryRepository,
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.ask();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    try {
      if (await this.directory.isComplete()) return;
      const event = { subject: 'mailer', data: { requestedBy: 'mailer' } };
      await this.dataSource.transaction((tx) => this.outbox.add(tx, directoryRequested, event));
    } catch (error) {
      this.logger.warn({ msg: 'the lists could not be asked for', err: error });
    }
    this.timer = setTimeout(() => void this.ask(), ASK_EVERY_MS).unref();
  }
}
