import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { type Records, Runs } from '../../opt-outs/index.js';
import { findJob, type ImportJob, lockJob } from './import-job.js';
import { ImportMetrics } from './import-metrics.js';
import { ImportProgress } from './import-progress.js';
import { readSpan } from './scratch.js';
import { Workspace } from './workspace.js';

/** `not now`: the ranges are being read again, after which it is asked for once more. */
type Outcome = 'done' | 'not now' | 'scratch lost';

/** Second step of an import: what all ranges have read in one slice of the key space becomes a part of the run. One transaction, which also counts and marks the slice. */
@Injectable()
export class SliceWriter {
  private readonly logger = new Logger(SliceWriter.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly workspace: Workspace,
    private readonly runs: Runs,
    private readonly progress: ImportProgress,
    private readonly metrics: ImportMetrics,
  ) {}

  async write(importId: string, slice: number): Promise<void> {
    const job = await findJob(this.dataSource.manager, importId);
    if (job?.stage !== 'storing') return;
    const outcome = await this.workspace.use(job, (records) =>
      this.dataSource.transaction((tx) => this.writeSlice(tx, job, slice, records)),
    );
    await this.dataSource.transaction((tx) =>
      outcome === 'scratch lost' ? this.readAgain(tx, importId) : this.progress.advance(tx, importId),
    );
  }

  /** The slice was tried again and again: the others are kept, and the import ends as failed. */
  async giveUp(importId: string, slice: number, cause?: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query(
        'UPDATE import_slice SET failure = $3 WHERE import_id = $1 AND slice = $2 AND NOT done AND failure IS NULL',
        [
          importId,
          slice,
          cause ?? 'A part of the opt-outs could not be stored, although it was tried again and again.',
        ],
      );
      await this.progress.advance(tx, importId);
    });
  }

  /** Has the ranges read once more if a crash of the server took what they had read. */
  async readAgain(tx: Tx, importId: string): Promise<void> {
    const job = await lockJob(tx, importId);
    if (job?.status !== 'running' || job.ranges === undefined || (await readRanges(tx, job))) return;
    this.logger.warn({ msg: 'the server has lost what was read; reading again', importReference: importId });
    await this.progress.startReading(tx, job, job.ranges);
  }

  private async writeSlice(tx: Tx, job: ImportJob, slice: number, records: Records): Promise<Outcome> {
    const [span] = await tx.query(
      'SELECT low, high FROM import_slice WHERE import_id = $1 AND slice = $2 AND NOT done AND failure IS NULL FOR UPDATE',
      [job.id, slice],
    );
    if (!span) return 'done';
    const ranges = await readRanges(tx, job);
    if (!ranges) return 'scratch lost';
    if (ranges.some(({ ended }) => !ended)) return 'not now';

    const started = performance.now();
    await readSpan(tx, job.id, ranges, span, records);
    const readAt = performance.now();
    const known = await this.runs.countKnown(job.listId, records, span);
    const countedAt = performance.now();
    const content = await this.runs.addPart(tx, await this.runs.ofImport(tx, job.id), records);
    await tx.query(
      'UPDATE import_slice SET done = true, added = $3, keys = $4, hash_only = $5 WHERE import_id = $1 AND slice = $2',
      [job.id, slice, content.keys - known, content.keys, content.hashOnly],
    );
    this.metrics.sliceStored(content.keys);
    this.logger.debug({
      msg: 'slice written',
      importReference: job.id,
      slice,
      keys: content.keys,
      readMs: Math.round(readAt - started),
      countMs: Math.round(countedAt - readAt),
      writeMs: Math.round(performance.now() - countedAt),
    });
    return 'done';
  }
}

interface ReadRange {
  range: number;
  pieces: number;
  ended: boolean;
}

/** The ranges with their pieces, or undefined if not all of them are known any more. */
async function readRanges(tx: Tx, job: ImportJob): Promise<ReadRange[] | undefined> {
  const ranges: ReadRange[] = await tx.query(
    'SELECT range, pieces, done OR failure IS NOT NULL AS ended FROM import_range WHERE import_id = $1 ORDER BY range',
    [job.id],
  );
  return ranges.length === job.ranges ? ranges : undefined;
}
