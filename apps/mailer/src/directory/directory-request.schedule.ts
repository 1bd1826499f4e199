import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { directoryRequested } from '#contracts';
import { Outbox } from '#messaging';
import { DirectoryRepository } from './directory.repository.js';

export const SERVICE = 'mailer';
const INTERVAL_MS = 10_000;

/** Asks for all lists until they are here. Workers that start together ask once. */
@Injectable()
export class DirectoryRequestSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Directory');
  private timer: NodeJS.Timeout;

  constructor(
    private readonly directory: DirectoryRepository,
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  onApplicationBootstrap(): void {
    const ask = () => {
      this.ask().catch((error: Error) => this.logger.warn({ msg: 'the lists could not be asked for', err: error }));
    };
    this.timer = setInterval(ask, INTERVAL_MS).unref();
    ask();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      if (await this.directory.startAsking(tx))
        await this.outbox.add(tx, directoryRequested, {
          subject: SERVICE,
          data: { requestedBy: SERVICE, version: await this.directory.version(tx) },
        });
    });
  }
}
