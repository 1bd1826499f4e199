import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Storage } from '#storage';
import { ListsService } from '../lists/lists.service.js';
import { Imports } from './engine/index.js';
import type { PrepareUploadDto } from './prepare-upload.dto.js';
import type { PreparedUploadDto } from './prepared-upload.dto.js';
import { UploadStatusDto } from './upload-status.dto.js';
import { foreignUpload } from './uploads.errors.js';

const URL_SECONDS = 900;

/** Uploads as clients see them: a URL to put a file to, and what became of it. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ListsService,
    private readonly imports: Imports,
    private readonly storage: Storage,
  ) {}

  async prepare(userId: string, { optoutListId, fileContentLength }: PrepareUploadDto): Promise<PreparedUploadDto> {
    const { id: listId, channel, storage, region } = await this.lists.forUpload(userId, optoutListId);
    const urlExpiresAt = new Date(Date.now() + URL_SECONDS * 1_000);
    const upload = { listId, channel, storage, ...(region && { region }), userId, fileContentLength, urlExpiresAt };
    const { id, objectKey } = await this.dataSource.transaction((tx) => this.imports.create(tx, upload));
    const uploadUrl = await this.storage.presignPut(objectKey, { expiresSeconds: URL_SECONDS });
    return { uploadUrl, importReference: id };
  }

  async status(userId: string, reference: string): Promise<UploadStatusDto> {
    const view = await this.imports.status(reference);
    if (view?.userId !== userId) throw foreignUpload();
    return UploadStatusDto.of(view);
  }
}
