import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Storage } from '#storage';
import { tooManyUploads } from './cleansings.errors.js';
import { filePart, type IncomingBody } from './file-part.js';
import { MailingSettings } from './mailing-settings.js';

/** 640 parts of the largest list, and some 25 MB of memory an upload. */
const PART_BYTES = 8 * 1_048_576;

/** A mailing list in the storage. */
export interface Mailing {
  objectKey: string;
  etag: string;
}

/** Takes in mailing lists: straight from the client to the storage, where each stands whole or not at all. */
@Injectable()
export class Mailings {
  private readonly logger = new Logger(Mailings.name);
  private coming = 0;

  constructor(
    private readonly storage: Storage,
    private readonly settings: MailingSettings,
  ) {}

  /** @throws the refusals of cleansings.errors */
  async receive(body: IncomingBody): Promise<Mailing> {
    if (this.coming >= this.settings.uploads) throw tooManyUploads();
    this.coming++;
    try {
      const objectKey = `cleanse/${randomUUID()}/sent`;
      const options = { contentType: 'application/octet-stream', partBytes: PART_BYTES };
      const { etag } = await this.storage.put(objectKey, filePart(body, this.settings), options);
      return { objectKey, etag };
    } finally {
      this.coming--;
    }
  }

  /** Nobody will ask for it. What can't be removed now goes by the bucket's own rules. */
  async drop({ objectKey }: Mailing): Promise<void> {
    await this.storage
      .remove(objectKey)
      .catch((err) => this.logger.warn({ msg: 'a mailing list is left to the rules of the bucket', err }));
  }
}
