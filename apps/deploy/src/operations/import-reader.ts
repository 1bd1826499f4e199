/**
 * The file of a contact import, read from where a batch ended and made into batches of checked rows. One batch can be read ahead while another is being written. A batch is bounded in rows,
 * bytes and subscriptions, so memory is flat whatever the rows hold.
 */
import { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { ContactSchema } from '../contact-schema/contact-schema.js';
import type { NewContact } from '../contacts/new-contact.js';
import { csvFields } from './csv-fields.js';
import { importRow } from './import-row.js';
import { OperationFailed } from './operation-failed.js';
import { Records } from './records.js';

export interface RowError {
  /** From 1. */
  line: number;
  reason: string;
}

/** Where in the file something begins. */
export interface Place {
  /** In bytes. */
  offset: number;
  /** From 1. */
  line: number;
  /** Names of the columns of CSV, once they have been read. */
  columns?: string[];
}

export interface ImportBatch {
  rows: { line: number; contact: NewContact }[];
  errors: RowError[];
  /** Where the next one begins. */
  end: Place;
  isLast: boolean;
}

interface Reading {
  accountId: string;
  schema: ContactSchema;
  publish: boolean;
  format: 'csv' | 'ndjson';
}

const BATCH = { rows: 20_000, bytes: 8_388_608, subscriptions: 20_000 };
/** Records that are checked in one go, before others have their turn in this process. */
const PART = { rows: 500, bytes: 1_048_576 };

export class ImportReader {
  private readonly records: Records;
  private ahead: Promise<ImportBatch> | undefined;

  constructor(
    private readonly file: Readable,
    private readonly reading: Reading,
    private place: Place,
  ) {
    this.records = new Records(file, reading.format === 'csv', place.offset, place.line);
  }

  /** Whether what it reads next begins there. */
  isAt(offset: number): boolean {
    return this.place.offset === offset;
  }

  /** Begins to read the next batch. */
  readAhead(): void {
    this.ahead ??= this.read();
    // Whoever takes the batch is told.
    this.ahead.catch(() => undefined);
  }

  /** @throws {OperationFailed} where the file can't be read as what it should be */
  async next(): Promise<ImportBatch> {
    const batch = await (this.ahead ?? this.read());
    this.ahead = undefined;
    this.place = batch.end;
    return batch;
  }

  close(): void {
    this.file.destroy();
  }

  private async read(): Promise<ImportBatch> {
    const { records, reading } = this;
    const columns = reading.format === 'csv' ? (this.place.columns ?? (await this.header())) : undefined;
    const rows: ImportBatch['rows'] = [];
    const errors: RowError[] = [];
    const from = records.offset;
    let subscriptions = 0;
    while (!records.ended && rows.length + errors.length < BATCH.rows) {
      for (const record of await records.take(PART.rows, PART.bytes)) {
        const row = importRow(record, { ...reading, columns });
        if (typeof row === 'string') errors.push({ line: record.line, reason: row });
        else {
          rows.push({ line: record.line, contact: row });
          subscriptions += row.brandIds.length;
        }
      }
      if (subscriptions >= BATCH.subscriptions || records.offset - from >= BATCH.bytes) break;
      await otherWork();
    }
    const { offset, line } = records;
    return { rows, errors, end: { offset, line, ...(columns && { columns }) }, isLast: records.ended };
  }

  private async header(): Promise<string[]> {
    const [record] = await this.records.take(1);
    const columns = record && csvFields(record.text)?.map((name) => name.trim());
    if (!columns?.includes('email'))
      throw new OperationFailed('The first line must name the columns, one of them email.');
    if (new Set(columns).size < columns.length) throw new OperationFailed('The first line names a column twice.');
    return columns;
  }
}
