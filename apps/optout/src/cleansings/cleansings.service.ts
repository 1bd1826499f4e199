import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CleansingReady, type CleansingRequested, cleansingReady } from '#contracts';
import type { Tx } from '#database';
import { Outbox } from '#messaging';
import { Storage } from '#storage';
import { Builds } from '../builds/builds.js';
import { SuppressionRefusal } from '../suppression-files/suppression-refusal.js';
import { Cleanser } from './cleanser.js';
import { type Cleansing, CleansingsRepository } from './cleansings.repository.js';

/** Answers requests for cleansed mailing lists: with the ZIP, or with why there is none. What was sent goes as soon as the answer is written; a repeated event gets the same answer. */
@Injectable()
export class CleansingsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cleansings: CleansingsRepository,
    private readonly cleanser: Cleanser,
    private readonly storage: Storage,
    private readonly outbox: Outbox,
    private readonly builds: Builds,
  ) {}

  async cleanse(request: CleansingRequested): Promise<void> {
    await this.cleansings.exclusively(request.preparationId, async () => {
      const standing = await this.cleansings.find(request.preparationId);
      if (standing) await this.dataSource.transaction((tx) => this.ready(tx, standing));
      else await this.cleanseNow(request);
    });
    await this.storage.remove(request.objectKey);
  }

  async giveUp({ preparationId, objectKey }: CleansingRequested): Promise<void> {
    await this.failed(preparationId, 'download_failed');
    await this.storage.remove(objectKey);
  }

  private async cleanseNow(request: CleansingRequested): Promise<void> {
    try {
      const made = await this.builds.measure('cleansing', () => this.cleanser.cleanse(request));
      await this.dataSource.transaction(async (tx) => this.ready(tx, await this.cleansings.add(tx, made)));
    } catch (error) {
      if (!(error instanceof SuppressionRefusal)) throw error;
      await this.failed(request.preparationId, error.code, error.help);
    }
  }

  private ready(tx: Tx, { expiresAt, ...cleansing }: Cleansing): Promise<unknown> {
    return this.answer(tx, { ...cleansing, status: 'ready', expiresAt: expiresAt.toISOString() });
  }

  private failed(preparationId: string, errorCode: string, help?: string): Promise<unknown> {
    const answer = { preparationId, status: 'failed', errorCode, ...(help && { help }) } as const;
    return this.dataSource.transaction((tx) => this.answer(tx, answer));
  }

  private answer(tx: Tx, data: CleansingReady): Promise<unknown> {
    return this.outbox.add(tx, cleansingReady, { subject: data.preparationId, data });
  }
}
