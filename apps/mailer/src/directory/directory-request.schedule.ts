import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { directoryRequested } from '#contracts';
import { Outbox } from '#messaging';
import { DirectoryRepository } from './directory.repository.js';

export const SERVICE = 'mailer';
const INTERVAL_MS = 30_000;

/** Asks for all lists, again and again, while it wasn't told that it has them. */
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
    if (await this.directory.isComplete()) return;
    await this.dataSource.transaction(async (tx) =>
      this.outbox.add(tx, directoryRequested, {
        subject: SERVICE,
        data: { requestedBy: SERVICE, version: await this.directory.version(tx) },
      }),
    );
  }
}
