import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { cleansingRequested } from '#contracts';
import { Outbox } from '#messaging';
import type { Access } from '../access-keys/access.js';
import { newPreparation } from '../preparations/new-preparation.js';
import { PreparationsRepository } from '../preparations/preparations.repository.js';
import type { Mailing } from './mailings.js';

/** Asks the opt-out service for cleansed lists. */
@Injectable()
export class CleansingRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly preparations: PreparationsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @returns the new preparation's id, and the download token that opens it */
  async add(access: Access, { objectKey, etag }: Mailing): Promise<{ id: string; dcma: string }> {
    const { row, dcma } = newPreparation(access);
    const data = {
      preparationId: row.id,
      optoutListId: row.optoutListId,
      campaignName: access.campaign.name,
      requestedAt: row.requestedAt.toISOString(),
      objectKey,
      etag,
    };
    await this.dataSource.transaction(async (tx) => {
      await this.preparations.add(tx, row);
      await this.outbox.add(tx, cleansingRequested, { subject: row.id, data });
    });
    return { id: row.id, dcma };
  }
}
