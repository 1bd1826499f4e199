import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { suppressionRequested } from '#contracts';
import { Outbox } from '#messaging';
import type { Access } from '../access-keys/access.js';
import { newPreparation } from './new-preparation.js';
import { PreparationsRepository } from './preparations.repository.js';
import type { WantedFile } from './wanted-file.js';

/** Asks the opt-out service for files. */
@Injectable()
export class SuppressionRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly preparations: PreparationsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @returns the new preparation's id, and the download token that opens it */
  async add(access: Access, file: WantedFile): Promise<{ id: string; dcma: string }> {
    const { row, dcma } = newPreparation(access);
    const data = {
      preparationId: row.id,
      optoutListId: row.optoutListId,
      campaignName: access.campaign.name,
      requestedAt: row.requestedAt.toISOString(),
      ...file,
    };
    await this.dataSource.transaction(async (tx) => {
      await this.preparations.add(tx, row);
      await this.outbox.add(tx, suppressionRequested, { subject: row.id, data });
    });
    return { id: row.id, dcma };
  }
}
