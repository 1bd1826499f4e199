import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
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
export class FilesService {
  private readonly logger = new Logger(FilesService.name);

  constructor(
    private readonly dataSource: DataSource,
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
    // Who is led to nothing has not fetched it, and the next delta would begin after it.
    if (!(await this.storage.stat(objectKey))) throw downloadNotPrepared();
    const url = await this.storage.presignGet(objectKey, {
      expiresSeconds: SIGNED_URL_SECONDS,
      fileName,
      contentType: 'application/zip',
    });
    return { preparationId: preparation.id, url, fileName };
  }

  /**
   * The key's next delta begins where this file ended, if the answer goes out: a client that never saw it loses nothing. Whoever uses the key meanwhile waits for the answer, so that one who has it
   * already gets the shorter delta.
   */
  async handOut(preparationId: string, answer: () => Promise<unknown>): Promise<void> {
    let answering = false;
    try {
      await this.dataSource.transaction(async (tx) => {
        await this.preparations.fetched(tx, preparationId);
        answering = true;
        await answer();
      });
    } catch (error) {
      if (!answering) throw error;
      this.logger.warn({ msg: 'a file may not have been fetched: the next delta holds it again', err: error });
    }
  }
}

function ready({ status, errorCode, help, objectKey, fileName }: Preparation): { objectKey: string; fileName: string } {
  if (status === 'failed') throw refusalOf(errorCode, help);
  if (status !== 'ready' || !objectKey || !fileName) throw downloadNotPrepared();
  return { objectKey, fileName };
}
