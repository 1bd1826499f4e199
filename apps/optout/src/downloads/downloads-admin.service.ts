import { Injectable } from '@nestjs/common';
import { notFound } from '#http';
import type { PageQueryDto } from '../admin/page-query.dto.js';
import { pageStart } from '../admin/page-start.js';
import { DownloadViewDto, type DownloadViewsDto } from './download-view.dto.js';
import { DownloadsRepository } from './downloads.repository.js';

/** Downloads, for admins. */
@Injectable()
export class DownloadsAdminService {
  constructor(private readonly downloads: DownloadsRepository) {}

  async list({ optoutListId, before, limit = 100 }: PageQueryDto): Promise<DownloadViewsDto> {
    const downloads = await this.downloads.list({
      limit,
      ...(optoutListId && { optoutListId }),
      ...(before && { before: pageStart(before) }),
    });
    return { data: downloads.map(DownloadViewDto.of) };
  }

  async show(id: string): Promise<DownloadViewDto> {
    const download = await this.downloads.find(id);
    if (!download) throw notFound('There is no such download.');
    return DownloadViewDto.of(download);
  }
}
