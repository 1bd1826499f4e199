import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LET_GO_WHEN_HANGING, type Tx } from '#database';
import { Storage } from '#storage';
import type { Records } from '../../opt-outs/index.js';
import { findJob, type ImportJob } from './import-job.js';
import { ImportMetrics } from './import-metrics.js';
import { ImportProgress } from './import-progress.js';
import { rangesOf } from './import-ranges.js';
import { ImportSettings } from './import-settings.js';
import { LineParser } from './lines/line-parser.js';
import { MalformedLines } from './lines/malformed-lines.js';
import { bytesToFetch, splitLines } from './lines/split-lines.js';
import { readObject } from './read-object.js';
import { writePiece } from './scratch.js';
import { unreadable } from './unreadable-file.js';
import { Workspace } from './workspace.js';

/** With the two minutes after which a silent storage is given up it is less than the three of {@link LET_GO_WHEN_HANGING}. */
const STIR_EVERY_MS = 30_000;

/** First step of an import: the lines of one byte range become sorted pieces in the scratch table. One transaction, which also marks the range. */
@Injectable()
export class RangeReader {
  /** Tests stir more often. */
  stirEveryMs = STIR_EVERY_MS;
  private readonly logger = new Logger(RangeReader.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: Storage,
    private readonly workspace: Workspace,
    private readonly progress: ImportProgress,
    private readonly settings: ImportSettings,
    private readonly metrics: ImportMetrics,
  ) {}

  async read(importId: string, range: number): Promise<void> {
    const job = await findJob(this.dataSource.manager, importId);
    if (job?.stage !== 'reading') return;
    try {
      await this.workspace.use(job, (records) =>
        this.dataSource.transaction((tx) => this.readRange(tx, job, range, records)),
      );
    } catch (error) {
      const known = unreadable(error);
      if (!known) throw error;
      await this.giveUp(importId, range, known.message);
      return;
    }
    await this.dataSource.transaction((tx) => this.progress.advance(tx, importId));
  }

  /** The range was tried again and again: the import goes on with the others, keeps what they have and ends as failed. */
  async giveUp(importId: string, range: number, cause?: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query(
        'UPDATE import_range SET failure = $3 WHERE import_id = $1 AND range = $2 AND NOT done AND failure IS NULL',
        [
          importId,
          range,
          cause ?? `Part ${range + 1} of the file could not be read, although it was tried again and again.`,
        ],
      );
      await this.progress.advance(tx, importId);
    });
  }

  private async readRange(tx: Tx, job: ImportJob, range: number, records: Records): Promise<void> {
    const [mark] = await tx.query(
      `SELECT ${LET_GO_WHEN_HANGING}
       FROM import_range WHERE import_id = $1 AND range = $2 AND NOT done AND failure IS NULL FOR UPDATE`,
      [job.id, range],
    );
    const bytes = rangesOf(job)[range];
    if (!mark || !bytes) return;

    const started = performance.now();
    const malformed = new MalformedLines(this.settings.malformedLines);
    const parser = new LineParser(job, records, malformed);
    const firsts: Buffer[] = [];
    let pieces = 0;
    const spill = async () => {
      firsts.push(...(await writePiece(tx, job.id, { range, piece: pieces++ }, records)));
    };
    const chunks = this.stirring(tx, readObject(this.storage, job, bytesToFetch(bytes)));
    for await (const lines of splitLines(chunks, bytes)) {
      if (lines === 'too-long') {
        parser.tooLong();
        continue;
      }
      let at = parser.parse(lines.data, lines.from, lines.to);
      while (at < lines.to) {
        await spill();
        at = parser.parse(lines.data, at, lines.to);
      }
    }
    const readAt = performance.now();
    if (records.count > 0) await spill();
    await tx.query(
      `UPDATE import_range SET done = true, submitted = $3, malformed = $4, pieces = $5, pages = $6, samples = $7, lines = $8, malformed_lines = $9
        WHERE import_id = $1 AND range = $2`,
      [
        job.id,
        range,
        parser.submitted,
        parser.malformed,
        pieces,
        firsts.length,
        Buffer.concat(firsts),
        parser.lines,
        JSON.stringify(malformed.found),
      ],
    );
    this.metrics.rangeRead(parser.lines, bytes.end - bytes.start);
    this.logger.debug({
      msg: 'range read',
      importReference: job.id,
      range,
      lines: parser.submitted,
      readMs: Math.round(readAt - started),
      writeMs: Math.round(performance.now() - readAt),
    });
  }

  /** Has the transaction say something now and then as long as bytes come in: a slow storage is no process that hangs. */
  private async *stirring(tx: Tx, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    let stirredAt = performance.now();
    for await (const chunk of chunks) {
      if (performance.now() - stirredAt >= this.stirEveryMs) {
        await tx.query('SELECT 1');
        stirredAt = performance.now();
      }
      yield chunk;
    }
  }
}
