import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { downloadRequested } from '#contracts';
import { Outbox } from '#messaging';
import { Storage } from '#storage';
import { ListsService } from '../lists/lists.service.js';
import { domainsOfNumbers } from './downloads.errors.js';
import { DownloadsRepository } from './downloads.repository.js';
import type { PrepareDownloadDto } from './prepare-download.dto.js';
import type { PreparedDownloadDto } from './prepared-download.dto.js';
import { selectionOf } from './selection-of.js';

const URL_SECONDS = 86_400;

/** Downloads as clients ask for them. The URL is signed before there is a file: the storage answers 404 until a worker has put it there, whole. */
@Injectable()
export class DownloadsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ListsService,
    private readonly downloads: DownloadsRepository,
    private readonly outbox: Outbox,
    private readonly storage: Storage,
  ) {}

  async prepare(userId: string, body: PrepareDownloadDto): Promise<PreparedDownloadDto> {
    const selection = selectionOf(body);
    const list = await this.lists.forDownload(userId, body.optoutListId);
    if (list.channel === 'sms' && selection.domains) throw domainsOfNumbers();
    const id = randomUUID();
    const objectKey = `downloads/${id}.csv`;
    const urlExpiresAt = new Date(Date.now() + URL_SECONDS * 1_000);
    const fileName = `${list.name.replace(/[^\p{L}\p{N}._ -]/gu, '_')}-${day(new Date())}.csv`;
    const downloadUrl = await this.storage.presignGet(objectKey, {
      expiresSeconds: URL_SECONDS,
      fileName,
      contentType: 'text/csv; charset=utf-8',
    });
    await this.dataSource.transaction(async (tx) => {
      await this.downloads.insert(tx, { id, userId, listId: list.id, selection, objectKey, urlExpiresAt });
      await this.outbox.add(tx, downloadRequested, { subject: id, data: { downloadId: id } });
    });
    return { downloadUrl };
  }
}

/** 20260131 */
function day(date: Date): string {
  return date.toISOString().slice(0, 10).replaceAll('-', '');
}
