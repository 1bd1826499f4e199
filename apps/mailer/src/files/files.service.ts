import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Storage } from '#storage';
import { AccessKeysService } from '../access-keys/access-keys.service.js';
import { downloadTokenHash } from '../preparations/download-token.js';
import type { Preparation } from '../preparations/preparation.js';
import { refusalOf } from '../preparations/preparations.errors.js';
import { PreparationsRepository } from '../preparations/preparations.repository.js';
import { downloadNotPrepared, invalidDcma } from './files.errors.js';

/** The signed URL is made anew at each visit of the link, so it needs to live just long enough for a client that follows it at its leisure. */
const SIGNED_URL_SECONDS = 3_600;

export interface FileRequest {
  key: string;
  token: string | undefined;
  dcma: string | undefined;
}

export interface LocatedFile {
  preparationId: string;
  /** Signed URL in the storage. */
  url: string;
  fileName: string;
}

/** Leads the holder of a link to the file. */
@Injectable()
export class FilesService implements OnApplicationShutdown {
  private readonly logger = new Logger(FilesService.name);
  private readonly notes = new Set<Promise<void>>();

  constructor(
    private readonly accessKeys: AccessKeysService,
    private readonly preparations: PreparationsRepository,
    private readonly storage: Storage,
  ) {}

  /** @throws the refusals of files.errors and access-keys.errors, and what the preparation failed with */
  async locate({ key, token, dcma }: FileRequest): Promise<LocatedFile> {
    const access = await this.accessKeys.authorise(key, token);
    const preparation = dcma && (await this.preparations.findByLink(access.key, downloadTokenHash(dcma)));
    if (!preparation) throw (await this.preparations.hasFile(access.key)) ? invalidDcma() : downloadNotPrepared();
    const { objectKey, fileName } = ready(preparation);
    const url = await this.storage.presignGet(objectKey, {
      expiresSeconds: SIGNED_URL_SECONDS,
      fileName,
      contentType: 'application/zip',
    });
    return { preparationId: preparation.id, url, fileName };
  }

  /** The client was sent to the file: the key's next delta begins where this one ended. It begins earlier if that can't be noted, and then only holds more. */
  fetched(preparationId: string): void {
    const note = this.note(preparationId).finally(() => this.notes.delete(note));
    this.notes.add(note);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.notes);
  }

  private async note(preparationId: string): Promise<void> {
    try {
      await this.preparations.fetched(preparationId);
    } catch (error) {
      this.logger.warn({ msg: 'a file that was fetched could not be noted', err: error });
    }
  }
}

function ready({ status, errorCode, help, objectKey, fileName }: Preparation): { objectKey: string; fileName: string } {
  if (status === 'failed') throw refusalOf(errorCode, help);
  if (status !== 'ready' || !objectKey || !fileName) throw downloadNotPrepared();
  return { objectKey, fileName };
}
