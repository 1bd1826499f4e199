import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SuppressionRequested } from '#contracts';
import { Storage } from '#storage';
import { putObject } from '../storage-gone/put-object.js';
import { askStorage } from '../storage-gone/storage-gone.js';
import type { MemberNames } from './member-names.js';
import { type SuppressionFile, SuppressionFilesRepository } from './suppression-files.repository.js';
import { SuppressionSnapshots } from './suppression-snapshots.js';
import { suppressionZip } from './suppression-zip.js';

export interface WantedSuppressionFile {
  request: SuppressionRequested;
  names: MemberNames;
  /** Hash of what is wanted. */
  identity: string;
}

/** Makes a file unless the one that stands still holds: same lists, nothing changed in them. */
@Injectable()
export class SuppressionFileMaker {
  constructor(
    private readonly snapshots: SuppressionSnapshots,
    private readonly files: SuppressionFilesRepository,
    private readonly storage: Storage,
  ) {}

  /** @throws SuppressionRefusal, and StorageGone if the storage is away */
  async make(wanted: WantedSuppressionFile): Promise<SuppressionFile & { expiresAt: Date }> {
    return (await this.standing(wanted)) ?? (await this.build(wanted));
  }

  private async standing({ request, identity }: WantedSuppressionFile) {
    const state = await this.snapshots.state(request);
    const file = await this.files.useAgain(identity, state);
    if (!file || (await askStorage(() => this.storage.stat(file.objectKey)))) return file;
    await this.files.remove(file.id);
    return undefined;
  }

  private build({ request, names, identity }: WantedSuppressionFile) {
    return this.snapshots.open(request, async (opened) => {
      const id = randomUUID();
      const objectKey = `suppression/${id}.zip`;
      const { zip, entries } = await suppressionZip(opened, names);
      const { size } = await putObject(this.storage, objectKey, zip.chunks(), {
        contentType: 'application/zip',
        finish: (part, offset) => zip.finish(part, offset),
      });
      const { state, watermark } = opened;
      return this.files.add({
        id,
        identity,
        state,
        objectKey,
        fileName: names.zip,
        watermark,
        entryCount: entries(),
        byteCount: size,
      });
    });
  }
}
