import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { ImportSettings } from './import-settings.js';
import type { MalformedReason } from './lines/malformed-lines.js';

export interface ReportedLine {
  /** Of the file, from 1; undefined behind a part that could not be read. */
  readonly line?: number;
  readonly reason: MalformedReason;
  /** Masked. */
  readonly value?: string;
}

/** The first malformed lines of each import. The ranges note them with their marks, so a range that is read twice has them once; when all are read, the numbers within ranges become those of the file. */
@Injectable()
export class MalformedReport {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: ImportSettings,
  ) {}

  /** Makes the report of what the ranges have noted. */
  async gather(tx: Tx, importId: string): Promise<void> {
    await tx.query('DELETE FROM import_malformed_line WHERE import_id = $1', [importId]);
    await tx.query(
      `INSERT INTO import_malformed_line (import_id, ordinal, line, reason, value)
       SELECT $1, row_number() OVER (ORDER BY range, at), lines_before + at, reason, value
         FROM (SELECT range, malformed_lines,
                      CASE WHEN coalesce(bool_and(done) OVER earlier, true) THEN coalesce(sum(lines) OVER earlier, 0) END AS lines_before
                 FROM import_range WHERE import_id = $1
               WINDOW earlier AS (ORDER BY range ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) part,
              LATERAL jsonb_to_recordset(malformed_lines) AS item (at bigint, reason text, value text)
        ORDER BY range, at LIMIT $2`,
      [importId, this.settings.malformedLines],
    );
  }

  /** Throws away the reports of imports that ended long ago; their counts stay. @returns how many lines */
  async forget(): Promise<number> {
    const [, count] = await this.dataSource.query(
      `DELETE FROM import_malformed_line line USING import
        WHERE import.id = line.import_id AND finished_at < clock_timestamp() - $1 * interval '1 millisecond'`,
      [this.settings.malformedKeepMs],
    );
    return count;
  }

  /** In the order of the file. Empty until all of it is read, and when it was thrown away. */
  async of(importId: string): Promise<ReportedLine[]> {
    const rows = await this.dataSource.query(
      'SELECT line::float8, reason, value FROM import_malformed_line WHERE import_id = $1 ORDER BY ordinal',
      [importId],
    );
    // biome-ignore lint/suspicious/noExplicitAny: a row
    return rows.map(({ line, reason, value }: any) => ({
      ...(line !== null && { line }),
      reason,
      ...(value !== null && { value }),
    }));
  }
}
