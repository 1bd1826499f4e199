import { Injectable } from '@nestjs/common';
import { importFinished, importRangeRequested, importRequested, importSliceRequested } from '#contracts';
import type { Tx } from '#database';
import { Outbox } from '#messaging';
import { Runs } from '../../opt-outs/index.js';
import { cutSlices, PAGES_A_SLICE } from './cut-slices.js';
import { type ImportJob, lockJob } from './import-job.js';
import { failureWords, successWords } from './import-words.js';
import { MalformedReport } from './malformed-report.js';
import { createScratch, dropScratch } from './scratch.js';
import { keyBytesOf, Workspace } from './workspace.js';

/** Imports from here on get a table of their own: some two million hashes. */
export const OWN_TABLE_FROM_BYTES = 64 * 1_048_576;

/**
 * Moves an import on, from ranges to slices to its end. Every step looks at what has really been done, under the lock of the list, so steps may be tried again, late or twice.
 *
 * From its first slice to its end an import holds its list: another one's keys would else be counted as added by both.
 */
@Injectable()
export class ImportProgress {
  /** Tests cut finer. */
  pagesASlice = PAGES_A_SLICE;
  ownTableFromBytes = OWN_TABLE_FROM_BYTES;

  constructor(
    private readonly runs: Runs,
    private readonly outbox: Outbox,
    private readonly workspace: Workspace,
    private readonly malformed: MalformedReport,
  ) {}

  /** Has all ranges read, for the first time or because the server lost what was read. */
  async startReading(tx: Tx, job: ImportJob, ranges: number): Promise<void> {
    await this.runs.begin(tx, {
      listId: job.listId,
      importId: job.id,
      keyBytes: keyBytesOf(job),
      ownTable: job.size >= this.ownTableFromBytes,
    });
    await createScratch(tx, job.id);
    await tx.query('DELETE FROM import_range WHERE import_id = $1', [job.id]);
    await tx.query('INSERT INTO import_range (import_id, range) SELECT $1, generate_series(0, $2 - 1)', [
      job.id,
      ranges,
    ]);
    await tx.query(`UPDATE import SET stage = 'reading', ranges = $2, moved_at = clock_timestamp() WHERE id = $1`, [
      job.id,
      ranges,
    ]);
    await this.requestRanges(tx, job);
  }

  /** Takes the next step if all parts of this one have ended. */
  async advance(tx: Tx, importId: string): Promise<void> {
    const job = await lockJob(tx, importId);
    if (job?.status !== 'running') return;
    await tx.query('UPDATE import SET moved_at = clock_timestamp() WHERE id = $1', [importId]);
    if (job.stage === 'reading' && (await allRangesEnded(tx, job))) await this.startStoring(tx, job);
    else if (job.stage === 'storing' && (await allSlicesEnded(tx, importId))) await this.finish(tx, job);
  }

  /** Ends an import of which nothing was added. The caller holds its lock. */
  async fail(tx: Tx, job: ImportJob, cause: string): Promise<void> {
    await this.end(tx, job, { submitted: 0, added: 0, malformed: 0 }, cause);
  }

  async requestPlan(tx: Tx, { id, listId }: { id: string; listId: string }): Promise<void> {
    await this.outbox.add(tx, importRequested, { subject: id, data: { importReference: id, optoutListId: listId } });
  }

  async requestRanges(tx: Tx, { id }: { id: string }): Promise<void> {
    const open = await tx.query(
      'SELECT range FROM import_range WHERE import_id = $1 AND NOT done AND failure IS NULL ORDER BY range',
      [id],
    );
    await this.outbox.addAll(
      tx,
      importRangeRequested,
      open.map(({ range }: { range: number }) => ({ subject: id, data: { importReference: id, range } })),
    );
  }

  async requestSlices(tx: Tx, { id }: { id: string }): Promise<void> {
    const open = await tx.query(
      'SELECT slice FROM import_slice WHERE import_id = $1 AND NOT done AND failure IS NULL ORDER BY slice',
      [id],
    );
    await this.outbox.addAll(
      tx,
      importSliceRequested,
      open.map(({ slice }: { slice: number }) => ({ subject: id, data: { importReference: id, slice } })),
    );
  }

  private async startStoring(tx: Tx, job: ImportJob): Promise<void> {
    const [other] = await tx.query('SELECT id FROM import WHERE list_id = $1 AND holds_list AND id <> $2', [
      job.listId,
      job.id,
    ]);
    await tx.query('UPDATE import SET stage = $2, holds_list = $3 WHERE id = $1', [
      job.id,
      other ? 'queued' : 'storing',
      !other,
    ]);
    await this.count(tx, job);
    if (other) return;
    await this.cut(tx, job);
    if (await allSlicesEnded(tx, job.id)) await this.finish(tx, job);
    else await this.requestSlices(tx, job);
  }

  /**
   * What the ranges counted is kept with the import: their own rows don't outlive a crash of the server. When they had to be read once more, and slices had been stored before, what was counted
   * before them still holds: the second reading may have found less, and what the first one had not read is not in those slices.
   */
  private async count(tx: Tx, { id }: ImportJob): Promise<void> {
    const [[{ whole, again }]] = await tx.query(
      `UPDATE import
          SET submitted_count = greatest(before.submitted_count, read.submitted),
              malformed_count = greatest(before.malformed_count, read.malformed),
              message = coalesce(before.message, read.failure)
         FROM (SELECT sum(submitted) AS submitted, sum(malformed) AS malformed, min(failure) AS failure FROM import_range WHERE import_id = $1) read
              LEFT JOIN import before ON before.id = $1 AND EXISTS (SELECT 1 FROM import_slice WHERE import_id = $1 AND done)
        WHERE import.id = $1
       RETURNING read.failure IS NULL AS whole, before.id IS NOT NULL AS again`,
      [id],
    );
    if (whole || !again) await this.malformed.gather(tx, id);
  }

  /** The cuts are kept when the ranges have to be read once more: slices that are done stay done. */
  private async cut(tx: Tx, job: ImportJob): Promise<void> {
    const [known] = await tx.query('SELECT 1 FROM import_slice WHERE import_id = $1 LIMIT 1', [job.id]);
    if (known) return;
    const ranges: { range: number; bytes: number }[] = await tx.query(
      'SELECT range, length(samples) AS bytes FROM import_range WHERE import_id = $1 AND samples IS NOT NULL',
      [job.id],
    );
    const bytes = ranges.reduce((sum, range) => sum + range.bytes, 0);
    const spans = await this.workspace.use(job, (records) =>
      cutSlices(samplesOf(tx, job, ranges), bytes / records.keyBytes, records, this.pagesASlice),
    );
    await tx.query(
      `INSERT INTO import_slice (import_id, slice, low, high)
       SELECT $1, part.slice - 1, part.low, part.high FROM unnest($2::bytea[], $3::bytea[]) WITH ORDINALITY AS part (low, high, slice)`,
      [job.id, spans.map(({ low }) => low), spans.map(({ high }) => high)],
    );
  }

  private async finish(tx: Tx, job: ImportJob): Promise<void> {
    const [read] = await tx.query(
      `SELECT submitted_count::float8 AS submitted, malformed_count::float8 AS malformed, message AS failure FROM import WHERE id = $1`,
      [job.id],
    );
    const [stored] = await tx.query(
      `SELECT coalesce(sum(added), 0)::float8 AS added, coalesce(sum(keys), 0)::float8 AS keys, coalesce(sum(hash_only), 0)::float8 AS "hashOnly",
              min(failure) AS failure
         FROM import_slice WHERE import_id = $1`,
      [job.id],
    );
    // Two readings, neither of them whole, may have stored more than either has counted.
    const submitted = Math.max(read.submitted, stored.added + read.malformed);
    const counts = { submitted, added: stored.added, malformed: read.malformed };
    await this.end(tx, job, counts, read.failure ?? stored.failure);
    // Last: whoever wants to write to the list, or to read it as of now, waits from here on until the commit.
    if (stored.keys > 0) await this.runs.publish(tx, job.id, { keys: stored.keys, hashOnly: stored.hashOnly });
    else await this.runs.purge(tx, job.id);
  }

  private async end(
    tx: Tx,
    job: ImportJob,
    counts: { submitted: number; added: number; malformed: number },
    failure: string | null,
  ): Promise<void> {
    const status = failure ? 'failed' : 'success';
    const [{ finishedAt }] = (
      await tx.query(
        `UPDATE import SET status = $2, stage = 'finished', holds_list = false, finished_at = clock_timestamp(), message = $3,
                           submitted_count = $4, added_count = $5, malformed_count = $6
          WHERE id = $1 RETURNING finished_at AS "finishedAt"`,
        [
          job.id,
          status,
          failure ? failureWords(failure, counts) : successWords(counts),
          counts.submitted,
          counts.added,
          counts.malformed,
        ],
      )
    )[0];
    await dropScratch(tx, job.id);
    await tx.query('DELETE FROM import_range WHERE import_id = $1', [job.id]);
    await tx.query('DELETE FROM import_slice WHERE import_id = $1', [job.id]);
    await this.outbox.add(tx, importFinished, {
      subject: job.id,
      data: {
        importReference: job.id,
        optoutListId: job.listId,
        status,
        submittedCount: counts.submitted,
        addedCount: counts.added,
        malformedCount: counts.malformed,
        finishedAt: finishedAt.toISOString(),
      },
    });
    await this.wakeNext(tx, job.listId);
  }

  private async wakeNext(tx: Tx, listId: string): Promise<void> {
    const [next] = await tx.query(
      `SELECT id FROM import WHERE list_id = $1 AND stage = 'queued' ORDER BY created_at, id LIMIT 1`,
      [listId],
    );
    const job = next && (await lockJob(tx, next.id));
    if (!job) return;
    // While it waited, a crash of the server may have taken what it had read.
    if (await allRangesEnded(tx, job)) await this.startStoring(tx, job);
    else await this.startReading(tx, job, job.ranges!);
  }
}

/** One range's at a time: of all they are as large as the file allows. */
async function* samplesOf(tx: Tx, { id }: ImportJob, ranges: readonly { range: number }[]): AsyncGenerator<Buffer> {
  for (const { range } of ranges) {
    const [row] = await tx.query('SELECT samples FROM import_range WHERE import_id = $1 AND range = $2', [id, range]);
    yield row.samples;
  }
}

async function allRangesEnded(tx: Tx, { id, ranges }: ImportJob): Promise<boolean> {
  const [{ ended }] = await tx.query(
    'SELECT count(*)::int AS ended FROM import_range WHERE import_id = $1 AND (done OR failure IS NOT NULL)',
    [id],
  );
  return ended === ranges;
}

async function allSlicesEnded(tx: Tx, importId: string): Promise<boolean> {
  const [open] = await tx.query(
    'SELECT 1 FROM import_slice WHERE import_id = $1 AND NOT done AND failure IS NULL LIMIT 1',
    [importId],
  );
  return !open;
}
