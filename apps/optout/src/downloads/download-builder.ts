import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { downloadReady } from '#contracts';
import { Outbox } from '#messaging';
import { Storage } from '#storage';
import { Builds } from '../builds/builds.js';
import { ListsService } from '../lists/lists.service.js';
import { type OptOutBatch, type OptOutFilter, OptOuts } from '../opt-outs/index.js';
import { putObject } from '../storage-gone/put-object.js';
import { CsvRows } from './csv-rows.js';
import { endOfDay, startOfDay } from './day.js';
import { DownloadsRepository } from './downloads.repository.js';
import type { Selection } from './selection.js';

const PROGRESS_EVERY_MS = 1_000;

/**
 * Makes the file of a download: one consistent state of the list, streamed through CSV into the storage in flat memory. The object appears whole or not at all. A database that is away is waited for,
 * a storage that is away for as many deliveries as the queue allows.
 */
@Injectable()
export class DownloadBuilder {
  private readonly logger = new Logger(DownloadBuilder.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly downloads: DownloadsRepository,
    private readonly lists: ListsService,
    private readonly optOuts: OptOuts,
    private readonly storage: Storage,
    private readonly outbox: Outbox,
    private readonly builds: Builds,
  ) {}

  /** Does nothing if the file stands, was given up, or its URL is no longer good; made twice it is the same. */
  async build(id: string): Promise<void> {
    const download = await this.downloads.begin(id);
    if (!download) return;
    const { listId, selection, objectKey } = download;
    const lists = (await this.lists.parts(listId)).map((part) => part.listId);
    if ((await this.lists.find(listId))?.deleted) {
      await this.end(id, { status: 'failed', message: 'The list was deleted before the file was made.' });
      return;
    }
    let rowCount = 0;
    const { size } = await this.builds.measure('download', () =>
      this.optOuts.snapshot(lists, {}, (snapshot) =>
        putObject(
          this.storage,
          objectKey,
          this.file(id, selection, snapshot.stream(filterOf(selection)), (rows) => {
            rowCount = rows;
          }),
          { contentType: 'text/csv; charset=utf-8' },
        ),
      ),
    );
    await this.end(id, { status: 'ready', rowCount, byteCount: size });
  }

  giveUp(id: string): Promise<void> {
    return this.end(id, {
      status: 'failed',
      message: 'The file could not be made, although it was tried again and again. It can be asked for once more.',
    });
  }

  private async end(id: string, end: Parameters<DownloadsRepository['end']>[2]): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const optoutListId = await this.downloads.end(tx, id, end);
      if (!optoutListId) return;
      await this.outbox.add(tx, downloadReady, {
        subject: id,
        data: { downloadId: id, optoutListId, status: end.status },
      });
    });
    await this.removeUnlessReady(id);
  }

  /** A file may be there although its download was given up or has expired: one that was made too late, or by an attempt that failed behind it. What can't be removed now is left to the storage's own expiry. */
  private async removeUnlessReady(id: string): Promise<void> {
    const download = await this.downloads.find(id);
    if (!download || download.status === 'ready') return;
    await this.storage
      .remove(download.objectKey)
      .catch((error) => this.logger.warn({ msg: 'the file could not be removed', downloadId: id, err: error }));
  }

  private async *file(
    id: string,
    { columns }: Selection,
    batches: AsyncIterable<OptOutBatch>,
    counted: (rows: number) => void,
  ): AsyncGenerator<Buffer> {
    const csv = new CsvRows(columns);
    yield csv.header();
    let rows = 0;
    let toldAt = Date.now();
    for await (const batch of batches) {
      yield csv.rows(batch);
      rows += batch.size;
      if (Date.now() - toldAt < PROGRESS_EVERY_MS) continue;
      toldAt = Date.now();
      await this.downloads.progress(id, rows);
    }
    counted(rows);
  }
}

function filterOf({ columns, types, dates, domains, metadata }: Selection): OptOutFilter {
  const from = dates && startOfDay(dates.from);
  const before = dates && endOfDay(dates.to);
  return {
    types,
    plain: columns.includes('plain'),
    ...(from && { from }),
    ...(before && { before }),
    ...(domains && { domains }),
    ...(metadata !== undefined && { metadata }),
  };
}
