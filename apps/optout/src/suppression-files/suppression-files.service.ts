import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type SuppressionReady, type SuppressionRequested, suppressionReady } from '#contracts';
import { Outbox } from '#messaging';
import { Builds } from '../builds/builds.js';
import { memberNames } from './member-names.js';
import { SuppressionFileMaker } from './suppression-file-maker.js';
import { SuppressionFilesRepository } from './suppression-files.repository.js';
import { SuppressionRefusal } from './suppression-refusal.js';

/** Answers requests for suppression files: with the one that still holds, with a new one, or with why there is none. The same request again gets the same answer, so a repeated event is fine. */
@Injectable()
export class SuppressionFilesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: SuppressionFilesRepository,
    private readonly maker: SuppressionFileMaker,
    private readonly outbox: Outbox,
    private readonly builds: Builds,
  ) {}

  async prepare(request: SuppressionRequested): Promise<void> {
    const { optoutListId, format, since = null, campaignName, requestedAt } = request;
    const names = memberNames(campaignName, new Date(requestedAt), format);
    const identity = createHash('sha256')
      .update(JSON.stringify([optoutListId, format, since, names.zip]))
      .digest('hex');
    try {
      const file = await this.builds.measure('suppression', () =>
        this.files.exclusively(identity, () => this.maker.make({ request, names, identity })),
      );
      const { objectKey, fileName, watermark, entryCount } = file;
      const expiresAt = file.expiresAt.toISOString();
      await this.answer(request.preparationId, {
        status: 'ready',
        objectKey,
        fileName,
        watermark,
        entryCount,
        expiresAt,
      });
    } catch (error) {
      if (!(error instanceof SuppressionRefusal)) throw error;
      await this.answer(request.preparationId, { status: 'failed', errorCode: error.code, help: error.help });
    }
  }

  giveUp(preparationId: string): Promise<void> {
    return this.answer(preparationId, { status: 'failed', errorCode: 'download_failed' });
  }

  private async answer(preparationId: string, answer: Omit<SuppressionReady, 'preparationId'>): Promise<void> {
    const event = { subject: preparationId, data: { preparationId, ...answer } };
    await this.dataSource.transaction((tx) => this.outbox.add(tx, suppressionReady, event));
  }
}
