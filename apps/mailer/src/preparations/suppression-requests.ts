import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { suppressionRequested } from '#contracts';
import { Outbox } from '#messaging';
import type { Access } from '../access-keys/access.js';
import { downloadTokenHash, mintDownloadToken } from './download-token.js';
import { PreparationsRepository } from './preparations.repository.js';
import type { WantedFile } from './wanted-file.js';

const LINK_LIFE_MS = 24 * 3_600_000;

/** Asks the opt-out service for files. */
@Injectable()
export class SuppressionRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly preparations: PreparationsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @returns the new preparation's id, and the download token that opens it; only its hash is kept */
  async add({ key, list, campaign }: Access, file: WantedFile): Promise<{ id: string; dcma: string }> {
    const id = randomUUID();
    const dcma = mintDownloadToken();
    const requestedAt = new Date();
    const linkExpiresAt = new Date(requestedAt.getTime() + LINK_LIFE_MS);
    const dcmaHash = downloadTokenHash(dcma);
    const row = { id, accessKey: key, optoutListId: list.id, dcmaHash, requestedAt, linkExpiresAt };
    const data = {
      preparationId: id,
      optoutListId: list.id,
      campaignName: campaign.name,
      requestedAt: requestedAt.toISOString(),
      ...file,
    };
    await this.dataSource.transaction(async (tx) => {
      await this.preparations.add(tx, row);
      await this.outbox.add(tx, suppressionRequested, { subject: id, data });
    });
    return { id, dcma };
  }
}
