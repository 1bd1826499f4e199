import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { ImportView, NewImport } from './import.types.js';

/** The life of an import, from the prepared upload to its end or its removal. */
@Injectable()
export class Imports {
  /** Opens an import that waits for its file. @returns its id (the importReference) and the key the file has to be put under. */
  create(_tx: Tx, _upload: NewImport): Promise<{ id: string; objectKey: string }> {
    throw new Error('being written');
  }

  /** Imports that wait for their file, oldest first. */
  open(): Promise<ImportView[]> {
    throw new Error('being written');
  }

  /** The whole file is there: pins this very version of it and has it imported. Does nothing if that happened before. */
  noticed(_tx: Tx, _id: string, _file: { etag: string; size: number }): Promise<void> {
    throw new Error('being written');
  }

  /** Ends an import that waits for its file. Does nothing if it isn't waiting. */
  fail(_tx: Tx, _id: string, _message: string): Promise<void> {
    throw new Error('being written');
  }

  /** Takes an ended import's opt-outs out of the list, unless they came in another way too. @returns false if there is none, or it is still running. */
  remove(_tx: Tx, _id: string): Promise<boolean> {
    throw new Error('being written');
  }

  status(_id: string): Promise<ImportView | undefined> {
    throw new Error('being written');
  }

  /** Newest first. */
  list(_filter: { listId?: string; limit: number; before?: Date }): Promise<ImportView[]> {
    throw new Error('being written');
  }
}
