import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import { Storage } from '#storage';
import { ContactSchemas } from '../contact-schema/contact-schemas.js';
import { ImportReader, type Place } from './import-reader.js';
import type { Operation } from './operation.js';

type Import = Operation<'contact-import'>;

/** Each holds a connection and up to a batch of rows. */
const MOST_OPEN = 4;

/** The files of imports that this worker has in hand. */
@Injectable()
export class ImportReaders {
  private readonly open = new Map<string, ImportReader>();

  constructor(
    private readonly storage: Storage,
    private readonly schemas: ContactSchemas,
  ) {}

  /** The reader of the import's file at that place. @throws {ObjectMissing}, {ObjectChanged} */
  async at(tx: Tx, operation: Import, place: Place): Promise<ImportReader> {
    const present = this.open.get(operation.id);
    if (present?.isAt(place.offset)) return present;
    this.close(operation.id);
    for (const id of [...this.open.keys()].slice(0, -MOST_OPEN + 1)) this.close(id);
    const reader = await this.opened(tx, operation, place);
    this.open.set(operation.id, reader);
    return reader;
  }

  /** Closes the files of all but these imports: others have ended. */
  keepOnly(ids: readonly string[]): void {
    for (const id of this.open.keys()) if (!ids.includes(id)) this.close(id);
  }

  close(id: string): void {
    this.open.get(id)?.close();
    this.open.delete(id);
  }

  closeAll(): void {
    this.keepOnly([]);
  }

  /** The schema stands still while an operation runs, so it is read once. */
  private async opened(tx: Tx, { accountId, request }: Import, place: Place): Promise<ImportReader> {
    const schema = await this.schemas.current(tx, accountId);
    const { objectKey, etag, bytes, format, publishBrandSubscribeEvents: publish } = request;
    const file =
      place.offset < bytes
        ? await this.storage.get(objectKey, { start: place.offset, ifMatch: etag })
        : Readable.from([]);
    return new ImportReader(file, { accountId, schema, publish, format }, place);
  }
}
