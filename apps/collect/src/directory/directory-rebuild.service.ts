import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { directoryRequested } from '#contracts';
import { Outbox } from '#messaging';
import { DirectoryRepository } from './directory.repository.js';
import { SERVICE } from './directory-request.schedule.js';

/** Has all lists and users told anew: after a database or the broker was restored, when what is known here may be another state than what the opt-out service has. */
@Injectable()
export class DirectoryRebuildService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: DirectoryRepository,
    private readonly outbox: Outbox,
  ) {}

  start(): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await this.directory.startAnew(tx);
      await this.outbox.add(tx, directoryRequested, {
        subject: SERVICE,
        data: { requestedBy: SERVICE, version: await this.directory.version(tx) },
      });
    });
  }
}
